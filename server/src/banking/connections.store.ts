import { BANKS, type Bank, type BankAccount, type BankConnection, type Rules } from '@lanka/domain/banking/contract';
import type { Progress } from '@lanka/domain/banking/rules';
import type { Wait } from '@lanka/domain/integrations/contract';
import { and, eq, sql } from 'drizzle-orm';
import { readTroubles } from '../integrations';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import { textArray } from '../kit/db/arrays';
import type { Tx } from '../kit/db/db';
import { awaitLock, type Locked } from '../kit/db/locked';
import { toInstantOrNull } from '../kit/db/paging';
import { bankAccounts, bankConnections } from './tables';

export type StoredConnection = typeof bankConnections.$inferSelect;
export type StoredAccount = typeof bankAccounts.$inferSelect;

const ofBank = (project_id: string, bank: Bank) =>
  and(eq(bankConnections.project_id, project_id), eq(bankConnections.bank, bank));

export async function findConnection(tx: Tx, { project }: ActingIn, bank: Bank): Promise<StoredConnection | null> {
  const [row] = await tx.select().from(bankConnections).where(ofBank(project.id, bank));
  return row ?? null;
}

export const listConnections = (tx: Tx, { project }: ActingIn): Promise<StoredConnection[]> =>
  tx.select().from(bankConnections).where(eq(bankConnections.project_id, project.id)).orderBy(bankConnections.bank);

/** Those of these projects that have connected this bank. */
export async function connectedProjects(tx: Tx, projectIds: readonly string[], bank: Bank): Promise<string[]> {
  const rows = await tx.rows<{ project_id: string }>(sql`
    select project_id from bank_connections
    where project_id = any(${sql.param([...projectIds])}::uuid[]) and bank = ${bank} order by project_id`);
  return rows.map(({ project_id }) => project_id);
}

export const asConnection = (row: StoredConnection): BankConnection => ({
  ...{ bank: row.bank, owner_name: row.owner_name, connected_at: row.created_at, is_refused: row.is_refused },
  ...{ hook: row.hook_hash !== null, rules: row.rules, version: row.version },
});

/** Nobody else changes it until the transaction ends, nor makes it. */
export async function lockConnection(
  tx: Tx,
  { project }: ActingIn,
  bank: Bank,
): Promise<Locked<'bank_connections', { found: StoredConnection | null }>> {
  const lock = async () => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`bank ${project.id} ${bank}`}, 0))`);
    const [row] = await tx.select().from(bankConnections).where(ofBank(project.id, bank)).for('update');
    return { found: row ?? null };
  };
  return awaitLock('bank_connections', lock());
}

export async function saveConnection(
  tx: Tx,
  { project }: ActingIn,
  row: Pick<StoredConnection, 'bank' | 'sealed_token' | 'owner_name' | 'hook_hash' | 'rules' | 'is_refused'>,
): Promise<void> {
  await tx
    .insert(bankConnections)
    .values({ ...row, project_id: project.id })
    .onConflictDoUpdate({
      target: [bankConnections.project_id, bankConnections.bank],
      set: { ...row, version: sql`${bankConnections.version} + 1` },
    });
}

export async function removeConnection(tx: Tx, { project }: ActingIn, bank: Bank): Promise<void> {
  await tx.delete(bankConnections).where(ofBank(project.id, bank));
}

/** The bank has refused this token: another that was given meanwhile is as good as it was. */
export async function saveRefused(
  tx: Tx,
  { project_id, bank, sealed_token }: Pick<StoredConnection, 'project_id' | 'bank' | 'sealed_token'>,
): Promise<void> {
  await tx
    .update(bankConnections)
    .set({ is_refused: true })
    .where(and(ofBank(project_id, bank), eq(bankConnections.sealed_token, sealed_token)));
}

export async function saveSealed(
  tx: Tx,
  project_id: string,
  bank: Bank,
  old: string,
  sealed_token: string,
): Promise<void> {
  await tx
    .update(bankConnections)
    .set({ sealed_token })
    .where(and(ofBank(project_id, bank), eq(bankConnections.sealed_token, old)));
}

export const listSealed = (
  tx: Tx,
  projectIds: readonly string[],
): Promise<{ project_id: string; bank: Bank; sealed_token: string }[]> =>
  tx.rows(sql`
    select project_id, bank, sealed_token from bank_connections
    where project_id = any(array(select unnest(${sql.param([...projectIds])}::uuid[])))`);

type Row = Record<string, unknown>;

const ACCOUNT_COLUMNS = sql`a.bank, a.account, a.iban, a.title, a.currency, a.chosen, a.read_from::text as read_from, a.balance,
  a.credit_limit, a.balance_at, a.last_read_at,
  (c.bank is not null and a.chosen and (a.rest is not null or coalesce(a.read_to < now() - interval '1 day', true))) as catching_up,
  coalesce(w.rows, 0) as open_rows`;
const WITH_OPEN = (project_id: string) => sql`left join (
    select bank, account, count(*)::int as rows from bank_rows where project_id = ${project_id} and state = 'open' group by 1, 2
  ) w on w.bank = a.bank and w.account = a.account`;

/** Of one bank, or of all; those that are read first. */
export async function listAccounts(tx: Tx, { project }: ActingIn, bank?: Bank): Promise<BankAccount[]> {
  const found = await tx.rows<Row>(sql`
    select ${ACCOUNT_COLUMNS} from bank_accounts a ${WITH_OPEN(project.id)}
    left join bank_connections c on c.project_id = a.project_id and c.bank = a.bank and not c.is_refused
    where a.project_id = ${project.id} and not a.is_gone ${bank ? sql`and a.bank = ${bank}` : sql``}
    order by a.chosen desc, a.currency = 'UAH' desc, a.bank, a.title, a.account`);
  return found.map((row) => ({
    bank: row.bank as Bank,
    account: String(row.account),
    iban: String(row.iban),
    title: String(row.title),
    currency: String(row.currency),
    chosen: row.chosen === true,
    read_from: row.read_from as string | null,
    balance: row.balance === null ? null : Number(row.balance) - Number(row.credit_limit),
    balance_at: toInstantOrNull(row.balance_at),
    last_read_at: toInstantOrNull(row.last_read_at),
    catching_up: row.catching_up === true,
    open_rows: Number(row.open_rows),
  }));
}

export type ToldAccount = Pick<
  StoredAccount,
  'account' | 'iban' | 'title' | 'currency' | 'credit_limit' | 'balance' | 'balance_at'
>;

/** Of banks that cannot be read now: why, and when the next try is. */
export async function listWaits(tx: Tx, scope: ProjectScope): Promise<Wait[]> {
  const troubles = await readTroubles(tx, scope, BANKS);
  if (troubles.length === 0) return [];
  const rows = await tx.rows<{ bank: Bank; next_at: string | null }>(sql`
    select c.bank, min(a.next_read_at) as next_at from bank_connections c
    left join bank_accounts a on a.project_id = c.project_id and a.bank = c.bank and a.chosen
    where c.project_id = ${scope.project.id} and not c.is_refused group by c.bank`);
  return troubles.flatMap((one) => {
    const row = rows.find(({ bank }) => bank === one.service);
    return row ? [{ ...one, next_at: one.paused ? null : toInstantOrNull(row.next_at) }] : [];
  });
}

/** Accounts as the bank tells them; which are read stays as it was. Those that it does not tell are read no more. */
export async function saveAccounts(tx: Tx, { project }: ActingIn, bank: Bank, told: readonly ToldAccount[]) {
  const ids = told.map(({ account }) => account);
  await tx.execute(sql`
    update bank_accounts set is_gone = not (account = any(${textArray(ids)})),
      chosen = chosen and account = any(${textArray(ids)})
    where project_id = ${project.id} and bank = ${bank}`);
  for (const { balance, balance_at, ...facts } of told)
    await tx
      .insert(bankAccounts)
      .values({ ...facts, project_id: project.id, bank, balance, balance_at })
      .onConflictDoUpdate({
        target: [bankAccounts.project_id, bankAccounts.bank, bankAccounts.account],
        set: { ...facts, ...(balance === null ? {} : { balance, balance_at }) },
      });
}

/** These are read from now on, the others are not. One that is chosen anew begins at `read_from`. */
export async function chooseAccounts(
  tx: Tx,
  { project }: ActingIn,
  bank: Bank,
  accounts: readonly string[],
  read_from: string,
): Promise<void> {
  const now = new Date().toISOString();
  await tx.execute(sql`
    update bank_accounts set chosen = account = any(${textArray(accounts)}),
      read_from = case when account = any(${textArray(accounts)}) and not chosen then ${read_from}::date else read_from end,
      read_to = case when account = any(${textArray(accounts)}) and not chosen then null else read_to end,
      rest = case when account = any(${textArray(accounts)}) and not chosen then null else rest end,
      next_read_at = case when account = any(${textArray(accounts)}) then coalesce(next_read_at, ${now}::timestamptz) else null end
    where project_id = ${project.id} and bank = ${bank}`);
}

/** The chosen accounts of a bank are due now, as far as its pauses allow. @returns them */
export async function hurryAccounts(tx: Tx, { project }: ActingIn, bank: Bank, account?: string): Promise<string[]> {
  const found = await tx.rows<{ account: string }>(sql`
    update bank_accounts set next_read_at = now()
    where project_id = ${project.id} and bank = ${bank} and chosen ${account ? sql`and account = ${account}` : sql``}
    returning account`);
  return found.map((row) => row.account);
}

/** Accounts whose statement is to be read, of banks that are connected. */
export const listDue = (
  tx: Tx,
  projectIds: readonly string[],
): Promise<{ project_id: string; bank: Bank; account: string }[]> =>
  tx.rows(sql`
    select a.project_id, a.bank, a.account from bank_accounts a
    join bank_connections c on c.project_id = a.project_id and c.bank = a.bank and not c.is_refused
    where a.project_id = any(array(select unnest(${sql.param([...projectIds])}::uuid[]))) and a.chosen
      and a.next_read_at <= now()
    order by a.next_read_at limit 5000`);

/** The account for this transaction alone. */
export async function lockAccount(
  tx: Tx,
  project_id: string,
  bank: Bank,
  account: string,
): Promise<Locked<'bank_accounts', { found: StoredAccount | null }>> {
  const lock = async () => {
    const [row] = await tx
      .select()
      .from(bankAccounts)
      .where(
        and(eq(bankAccounts.project_id, project_id), eq(bankAccounts.bank, bank), eq(bankAccounts.account, account)),
      )
      .for('update');
    return { found: row ?? null };
  };
  return awaitLock('bank_accounts', lock());
}

/**
 * When the account is read next, unless somebody has said it since the reading began: by a hook, by hand, by a new token.
 * @param lease what the reading itself has written
 */
export async function saveNextRead(
  tx: Tx,
  { project_id, bank, account }: Pick<StoredAccount, 'project_id' | 'bank' | 'account'>,
  lease: string,
  next_read_at: string,
): Promise<void> {
  await tx.execute(sql`
    update bank_accounts set next_read_at = ${next_read_at}
    where project_id = ${project_id} and bank = ${bank} and account = ${account} and next_read_at = ${lease}`);
}

export async function saveAccount(
  tx: Tx,
  { project_id, bank, account }: Pick<StoredAccount, 'project_id' | 'bank' | 'account'>,
  values: Partial<StoredAccount>,
): Promise<void> {
  await tx
    .update(bankAccounts)
    .set(values)
    .where(
      and(eq(bankAccounts.project_id, project_id), eq(bankAccounts.bank, bank), eq(bankAccounts.account, account)),
    );
}

export type { Progress, Rules };
