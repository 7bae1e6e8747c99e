import type { Bank } from '@lanka/domain/banking/contract';
import { makeIban } from '@lanka/domain/kit/iban';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import {
  askBank,
  bodyOf,
  connectBank,
  hurryAccounts,
  ignoreRow,
  isPlayed,
  listRows,
  matchRow,
  play,
  queueReading,
  withParts,
} from '../banking';
import { workQueue } from '../integrations';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { authoriseRule, listProjectIds } from '../projects';
import { type BankPayer, findBankOwner, findEntered, findOwed } from './banks.store';

/** What the simulators take: `server/simulators/monobank`, `server/simulators/privatbank`. */
const TOKENS: Readonly<Record<Bank, string>> = {
  monobank: 'uDemoTokenOfTekstylPlus1',
  privatbank: 'pDemoTokenOfTekstylPlus1',
};
const SHOP = 'Текстиль-Плюс';
/** monobank answers 31 days in one call and one call a minute; PrivatBank as many as one asks for. */
const MONO_DAYS = 29;
const MONTHS = 90;
/** What is younger waits for a person. */
const WAITS_DAYS = 5;
const FEE = 'Комісія банку';

/**
 * Both banks connected at their simulators, with the money that the demo tells of. It comes after the rest, by the way
 * that everything goes: the banks are asked outside of transactions. Where they do not answer the demo has none.
 */
export async function addBanks(app: Services): Promise<void> {
  if (!isPlayed(app)) return;
  for (const id of await app.db.transaction({ readOnly: true }, listProjectIds))
    await connectShop(app, id).catch((err: unknown) => app.log.warn({ err }, 'the demo has no banks'));
}

async function connectShop(app: Services, project_id: string): Promise<void> {
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    app.db.transaction({ projectIds: [project_id] }, work);
  const owner = await within((tx) => findBankOwner(tx, project_id, SHOP));
  if (!owner) return;
  const as = <T>(work: (tx: Tx, scope: ProjectScope) => Promise<T>): Promise<T> =>
    within(async (tx) => {
      const scope = await authoriseRule(tx, project_id, owner, 'banking.connect', { name: null, chain: [] });
      if (!scope) throw new Error('the owner of the demo is there');
      return work(tx, scope);
    });
  const [entered, owed] = await within(async (tx) => [
    await findEntered(tx, project_id),
    await findOwed(tx, project_id),
  ]);
  await payAll(app, [...entered, ...owed]);
  for (const bank of ['monobank', 'privatbank'] as const) {
    const body = { token: TOKENS[bank] };
    const params = { project_id, bank };
    const told = await askBank({
      ...{ app, body, params, query: {}, if_match: undefined },
      locale: 'ua',
      read: (work) => as(work),
    });
    const [first] = told?.accounts ?? [];
    if (!first) return;
    const read_from = daysAfter(kyivDate(new Date()), -(bank === 'monobank' ? MONO_DAYS : MONTHS));
    const choice = { ...body, accounts: [first.account], read_from };
    await as((tx, scope) => connectBank(tx, app, scope, bank, choice, told, undefined));
    const spans = bank === 'monobank' ? 1 : Math.ceil(MONTHS / 31) + 1;
    for (let nth = 0; nth < spans; nth += 1) {
      if (nth > 0) await hurry(app, as, bank, nth);
      await workQueue(app, { project_id, service: bank });
    }
  }
  await decide(app, as);
}

type As = <T>(work: (tx: Tx, scope: ProjectScope) => Promise<T>) => Promise<T>;

/** The next span, without waiting for the clock. A task of the same ten seconds is known: its slot is another. */
async function hurry(app: Services, as: As, bank: Bank, slot: number): Promise<void> {
  await as(async (tx, scope) => {
    for (const account of await hurryAccounts(tx, scope, bank))
      await queueReading(tx, app, { project_id: scope.project.id, bank, account }, `demo ${slot}`);
  });
}

const hryvnia = (kopecks: number): string =>
  `${kopecks < 0 ? '-' : ''}${Math.floor(Math.abs(kopecks) / 100)}.${String(Math.abs(kopecks) % 100).padStart(2, '0')}`;

async function payAll(app: Services, payers: readonly BankPayer[]): Promise<void> {
  for (const [nth, { name, code, iban, amount, days_ago, purpose, counterparty_id }] of payers.entries()) {
    const bank: Bank = Number(days_ago) < MONO_DAYS && nth % 2 === 0 ? 'monobank' : 'privatbank';
    const account = counterparty_id.replace(/\D/g, '').slice(-14);
    await play(app, bank, 'pay', {
      ...{ token: TOKENS[bank], amount: hryvnia(Number(amount)), name, days: String(Math.max(0, Number(days_ago))) },
      ...{ code: code ?? '', iban: iban ?? makeIban('322313', account), purpose: purpose || 'Оплата за товар' },
    });
  }
  for (const days of ['76', '46', '16'])
    await play(app, 'privatbank', 'pay', {
      ...{ token: TOKENS.privatbank, amount: '-150.00', name: 'АТ КБ «ПриватБанк»', code: '14360570', days },
      purpose: 'Комісія за обслуговування рахунку',
    });
  await play(app, 'monobank', 'pay', {
    ...{ token: TOKENS.monobank, amount: '2450.00', name: 'ТОВ «Нова справа»', code: '40100203', days: '2' },
    ...{ iban: makeIban('305299', '26008000007741'), purpose: 'Оплата за рушники згідно домовленості' },
  });
}

/** Older rows were looked at long ago: money that was entered by hand has its row, fees are set aside. */
async function decide(app: Services, as: As): Promise<void> {
  const rows = await as(async (tx, scope) => {
    const { items } = await listRows(tx, scope, { limit: 200, sort: 'at', state: 'open' });
    return withParts(tx, scope, items);
  });
  const until = daysAfter(kyivDate(new Date()), -WAITS_DAYS);
  for (const { id, day, amount, suggestion, purpose } of rows) {
    if (day > until) continue;
    if (purpose.startsWith('Комісія')) await as((tx, scope) => ignoreRow(tx, scope, id, FEE));
    // one that a row before it was linked to is there no more
    else if (suggestion?.payment?.status === 'confirmed')
      await as((tx, scope) => matchRow(tx, app, scope, id, bodyOf(suggestion, amount))).catch(() => undefined);
  }
}
