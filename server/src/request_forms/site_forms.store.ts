import type { SaveSiteFormBody } from '@lanka/domain/request_forms/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';

export interface StoredSiteForm extends SaveSiteFormBody {
  readonly version: number;
}

const COLUMNS = sql`f.enabled, f.origins, f.locale, f.title, f.notice, f.thanks, f.version`;

async function read(tx: Tx, condition: SQL): Promise<StoredSiteForm | null> {
  const [row] = await tx.rows<StoredSiteForm>(sql`select ${COLUMNS} from site_forms f where ${condition}`);
  return row ?? null;
}

export const readSiteForm = (tx: Tx, { project }: ProjectScope): Promise<StoredSiteForm | null> =>
  read(tx, sql`f.project_id = ${project.id}`);

/** Whoever saves waits for whoever saves just now, also where there is no row yet. */
export async function lockSiteForm(tx: Tx, scope: ProjectScope): Promise<StoredSiteForm | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`site_form ${scope.project.id}`}, 0))`);
  return readSiteForm(tx, scope);
}

/** The caller holds the lock. */
export async function saveSiteForm(tx: Tx, { project }: ProjectScope, form: SaveSiteFormBody): Promise<void> {
  const { enabled, origins, locale, title, notice, thanks } = form;
  await tx.execute(sql`
    insert into site_forms (project_id, enabled, origins, locale, title, notice, thanks)
    values (${project.id}, ${enabled}, ${sql.param(origins)}::text[], ${locale}, ${title}, ${notice}, ${thanks})
    on conflict (project_id) do update set enabled = excluded.enabled, origins = excluded.origins,
      locale = excluded.locale, title = excluded.title, notice = excluded.notice, thanks = excluded.thanks,
      version = site_forms.version + 1`);
}

/** Also while it is off; null where the project is gone. The transaction has entered the project. */
export const readAnyForm = (tx: Tx, project_id: string): Promise<StoredSiteForm | null> =>
  read(
    tx,
    sql`f.project_id = ${project_id} and exists (
      select 1 from projects p where p.id = f.project_id and p.deleted_at is null)`,
  );

/** For a page of somebody's site: null unless the form is on. The transaction has entered the project. */
export const readOpenForm = (tx: Tx, project_id: string): Promise<StoredSiteForm | null> =>
  readAnyForm(tx, project_id).then((form) => (form?.enabled ? form : null));
