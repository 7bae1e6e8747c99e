import {
  type Bank,
  type BankState,
  bankingErrors,
  type ConnectBody,
  MOST_DAYS_BACK,
  NO_RULES,
} from '@lanka/domain/banking/contract';
import { dayAfter, daysAfter, dotted, kyivDate } from '@lanka/domain/kit/time';
import { ServiceError } from '../integrations';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { hashSecret, newSecret } from '../kit/db/ids';
import type { AskContext } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import type { Services } from '../kit/services';
import { inHundreds } from '../projects';
import * as client from './client';
import * as store from './connections.store';
import { queueReading } from './queue';

/** How many days are read when nobody says since when: one statement of monobank holds them and today. */
const FIRST_DAYS = 29;
const HRYVNIA = 980;

const contextOf = (project_id: string, bank: Bank): string => `bank ${bank} ${project_id}`;

/** @throws SecretUnreadableError */
export async function openToken(
  app: Services,
  { project_id, bank, sealed_token }: Pick<store.StoredConnection, 'project_id' | 'bank' | 'sealed_token'>,
): Promise<client.Account> {
  return { project_id, token: await app.secrets.open(sealed_token, contextOf(project_id, bank)) };
}

/** What the bank told before anything is written. */
export interface Told {
  readonly owner_name: string;
  readonly accounts: readonly store.ToldAccount[];
  /** Set where the hook was switched. */
  readonly hook?: string | null;
}

const KINDS: Readonly<Record<string, string>> = { fop: 'ФОП', black: 'Чорна', white: 'Біла', platinum: 'Platinum' };

async function askMono(app: Services, account: client.Account): Promise<Omit<Told, 'hook'>> {
  const { name, accounts } = await client.readClient(app, account);
  const now = new Date().toISOString();
  return {
    owner_name: name,
    accounts: (accounts ?? []).map((one) => ({
      ...{ account: one.id, iban: one.iban, currency: one.currencyCode === HRYVNIA ? 'UAH' : String(one.currencyCode) },
      title: [KINDS[one.type] ?? one.type, one.maskedPan?.[0] ?? `…${one.iban.slice(-4)}`].filter(Boolean).join(' · '),
      ...{ credit_limit: one.creditLimit ?? 0, balance: one.balance, balance_at: now },
    })),
  };
}

async function askPrivat(app: Services, account: client.Account): Promise<Omit<Told, 'hook'>> {
  await client.readSettings(app, account);
  const today = kyivDate(new Date());
  const accounts = new Map<string, store.ToldAccount>();
  let owner_name = '';
  let follow: string | null = null;
  for (let nth = 0; nth < 10; nth += 1) {
    const page = await client.readBalances(app, account, { from: daysAfter(today, -7), to: null, follow });
    for (const { acc, currency, balanceOut, nameACC } of page.balances ?? []) {
      owner_name ||= nameACC;
      accounts.set(acc, {
        ...{ account: acc, iban: acc, title: `…${acc.slice(-4)}`, currency: currency || 'UAH', credit_limit: 0 },
        ...{ balance: balanceOut, balance_at: new Date().toISOString() },
      });
    }
    if (page.exist_next_page !== true || !page.next_page_id) break;
    follow = page.next_page_id;
    await client.pause(app);
  }
  return { owner_name, accounts: [...accounts.values()] };
}

const askAccounts = (app: Services, bank: Bank, account: client.Account) =>
  bank === 'monobank' ? askMono(app, account) : askPrivat(app, account);

type Asking = AskContext<{ project_id: string; bank: Bank }, ConnectBody, 'banking.connect'>;

/** Tries a token before it is kept, and tells the bank where to tell that something came. */
export async function askBank({ app, body, params, if_match, read }: Asking): Promise<Told | null> {
  const { bank } = params;
  if (body.hook !== undefined && bank !== 'monobank') throw bankingErrors.no_hook({ path: 'hook' });
  const { project_id, known } = await read(async (tx, scope) => {
    const found = await store.findConnection(tx, scope, bank);
    // before the bank is told of another hook: what is refused afterwards would leave it there
    if (found) await refuseStale(if_match, found.version, () => readState(tx, scope, bank));
    return { project_id: scope.project.id, known: found };
  });
  if (!body.token && !known) throw bankingErrors.not_connected({ path: 'token' });
  const isSwitched = body.hook !== undefined && body.hook !== (known?.hook_hash != null);
  if (!body.token && !isSwitched) return null;
  try {
    const account = body.token
      ? { project_id, token: body.token }
      : await openToken(app, known as store.StoredConnection);
    const told = body.token ? await askAccounts(app, bank, account) : { owner_name: '', accounts: [] };
    // a new token has the hook of the old one no more; one that never had it may tell another program, which goes on
    const wantsHook = body.hook ?? (body.token && known?.hook_hash != null ? true : undefined);
    if (wantsHook === undefined || bank !== 'monobank') return told;
    const secret = wantsHook ? newSecret() : null;
    const url = secret && `${app.config.publicUrl}/api/banking/monobank/hooks/${project_id}/${secret}`;
    await client.setHook(app, account, url);
    return { ...told, hook: secret };
  } catch (error) {
    throw client.told(error);
  }
}

export async function readState(tx: Tx, scope: ProjectScope, bank: Bank): Promise<BankState> {
  const found = await store.findConnection(tx, scope, bank);
  return { connection: found && store.asConnection(found), accounts: await store.listAccounts(tx, scope, bank) };
}

/** Connects, or changes what is given. */
export async function connectBank(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  bank: Bank,
  body: ConnectBody,
  told: Told | null,
  if_match: number | undefined,
): Promise<BankState> {
  const { found } = await store.lockConnection(tx, scope, bank);
  if (found) await refuseStale(if_match, found.version, () => readState(tx, scope, bank));
  if (!body.token && !found) throw bankingErrors.not_connected({ path: 'token' });
  const { id } = scope.project;
  const hook_hash = told?.hook === undefined ? (found?.hook_hash ?? null) : told.hook && hashSecret(told.hook);
  await store.saveConnection(tx, scope, {
    bank,
    sealed_token: body.token ? await app.secrets.seal(body.token, contextOf(id, bank)) : (found?.sealed_token ?? ''),
    owner_name: told?.owner_name || (found?.owner_name ?? ''),
    hook_hash,
    rules: { ...NO_RULES, ...found?.rules, ...definedOf(body.rules) },
    is_refused: body.token ? false : (found?.is_refused ?? false),
  });
  if (body.token && told) await store.saveAccounts(tx, scope, bank, told.accounts);
  if (body.accounts) await choose(tx, scope, bank, body.accounts, body.read_from);
  if (body.accounts || body.token) await readSoon(tx, app, scope, bank);
  return readState(tx, scope, bank);
}

const definedOf = <T extends object>(given: T | undefined): Partial<T> =>
  Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;

async function choose(
  tx: Tx,
  scope: ProjectScope,
  bank: Bank,
  accounts: readonly string[],
  since: string | undefined,
): Promise<void> {
  const known = new Map((await store.listAccounts(tx, scope, bank)).map((one) => [one.account, one]));
  for (const [nth, account] of accounts.entries()) {
    const path = `accounts.${nth}`;
    const one = known.get(account);
    if (!one) throw bankingErrors.unknown_account({ path });
    if (one.currency !== 'UAH') throw bankingErrors.not_hryvnia({ path });
  }
  const today = kyivDate(new Date());
  const earliest = daysAfter(today, -MOST_DAYS_BACK);
  const read_from = since ?? daysAfter(today, -FIRST_DAYS);
  if (read_from < earliest) throw bankingErrors.too_early({ path: 'read_from', allowed: dotted(earliest) });
  await store.chooseAccounts(tx, scope, bank, accounts, read_from > today ? dayAfter(today) : read_from);
}

/**
 * Has the chosen accounts read as soon as the bank allows it, also when they were read a second ago: whoever asks has seen
 * something come since. Tasks too many find that the account was read, and end.
 */
export async function readSoon(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  bank: Bank,
  account?: string,
): Promise<void> {
  for (const one of await store.hurryAccounts(tx, scope, bank, account))
    await queueReading(tx, app, { project_id: scope.project.id, bank, account: one }, `asked ${Date.now()}`);
}

export async function disconnectBank(tx: Tx, scope: ProjectScope, bank: Bank): Promise<void> {
  const { found } = await store.lockConnection(tx, scope, bank);
  if (!found) throw bankingErrors.not_connected();
  await store.removeConnection(tx, scope, bank);
}

/** What an older key has sealed is sealed by the newest. */
export async function resealTokens(app: Services): Promise<number> {
  let count = 0;
  await inHundreds(app, async (projectIds) => {
    const rows = await app.db.transaction({ readOnly: true, projectIds }, (tx) => store.listSealed(tx, projectIds));
    for (const { project_id, bank, sealed_token } of rows) {
      const sealed = await app.secrets.renew(sealed_token, contextOf(project_id, bank));
      if (sealed === null) continue;
      await app.db.transaction({ projectIds: [project_id] }, (tx) =>
        store.saveSealed(tx, project_id, bank, sealed_token, sealed),
      );
      count += 1;
    }
  });
  return count;
}

/** A bank that takes the token no more is not asked until somebody gives another. */
export const isTokenWrong = (error: unknown): boolean =>
  error instanceof ServiceError && error.given.code === 'token_wrong';
