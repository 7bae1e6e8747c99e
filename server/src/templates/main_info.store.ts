import { hook } from '@lanka/domain/kit/hooks';
import { NO_SIZE } from '@lanka/domain/kit/size';
import { DEFAULT_UNIT } from '@lanka/domain/kit/units';
import { COD_FEE, LOW_STOCK, type MainInfo, type MainInfoBody, NO_PREFIXES } from '@lanka/domain/templates/main_info';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { ActingIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { mainInfo } from './tables';

/** Slices above keep figures by it: called in the transaction that changes it, while nobody adds modifications. */
export const lowStockChanged =
  hook<(tx: Tx, scope: ActingIn, low_stock: number) => Promise<void>>('templates.low_stock_changed');

const lockKey = ({ project }: ActingIn) => sql`hashtextextended(${`main_info ${project.id}`}, 0)`;

/**
 * The settings, which stay until the transaction ends: for who makes modifications by them, and before he locks products
 * or stock.
 */
export async function holdMainInfo(tx: Tx, scope: ActingIn): Promise<MainInfo> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey(scope)})`);
  return readMainInfo(tx, scope);
}

/** Whoever makes modifications by the settings has finished, or waits. */
export async function lockMainInfo(tx: Tx, scope: ActingIn): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockKey(scope)})`);
}

/** What the project takes for little, in a statement about its stock. */
export const lowStockOf = ({ project }: Pick<ActingIn, 'project'>) =>
  sql`coalesce((select m.low_stock from main_info m where m.project_id = ${project.id}), ${LOW_STOCK})`;

/** The fee of cash on delivery, in the columns of a statement about orders of `project`. */
export const codTermsOf = (project: SQL): SQL => sql`(select json_build_object('cod_payer', m.cod_payer,
    'cod_percent', m.cod_percent, 'cod_fixed', m.cod_fixed) from main_info m where m.project_id = ${project})`;

/** What stands before the number of a new order, in the statement that writes it. */
export const orderPrefixOf = ({ project }: Pick<ActingIn, 'project'>) =>
  sql`coalesce((select m.prefixes ->> 'order' from main_info m where m.project_id = ${project.id}), '')`;

const NONE: MainInfo = {
  units: [DEFAULT_UNIT],
  prefixes: NO_PREFIXES,
  default_weight: null,
  default_size: NO_SIZE,
  price_step: 1,
  low_stock: LOW_STOCK,
  draft_days: null,
  ...COD_FEE,
  own_waybills: false,
  paper_terms: '',
  paper_footer: '',
  version: 1,
};

export async function readMainInfo(tx: Tx, { project }: ActingIn): Promise<MainInfo> {
  const [row] = await tx.select().from(mainInfo).where(eq(mainInfo.project_id, project.id));
  if (!row) return NONE;
  const { project_id: _, ...info } = row;
  // what has a prefix since they were saved has none in them
  return { ...info, prefixes: { ...NO_PREFIXES, ...info.prefixes } };
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
