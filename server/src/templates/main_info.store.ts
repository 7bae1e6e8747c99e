import type { MainInfo, MainInfoBody } from '@lanka/domain/templates/main_info';
import { eq, sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { mainInfo } from './tables';

const NONE: MainInfo = {
  default_weight: null,
  price_step: 1,
  draft_days: null,
  paper_terms: '',
  paper_footer: '',
  version: 1,
};

export async function readMainInfo(tx: Tx, { project }: ActingIn): Promise<MainInfo> {
  const [row] = await tx.select().from(mainInfo).where(eq(mainInfo.project_id, project.id));
  if (!row) return NONE;
  const { project_id: _, ...info } = row;
  return info;
}

/** The caller holds the lock of the templates: settings that are not there yet have no row to lock. */
export async function saveMainInfo(tx: Tx, { project }: ActingIn, body: MainInfoBody): Promise<MainInfo> {
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  await tx
    .insert(mainInfo)
    .values({ ...given, project_id: project.id, version: 2 })
    .onConflictDoUpdate({ target: [mainInfo.project_id], set: { ...given, version: sql`${mainInfo.version} + 1` } });
  return readMainInfo(tx, { project });
}
