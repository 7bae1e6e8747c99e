import { kyivDate } from '@lanka/domain/kit/time';
import { type CreateOffsetBody, type Offset, type OffsetDeed, offsetErrors } from '@lanka/domain/offsets/contract';
import {
  deedsOf,
  entriesOf,
  isDone,
  mayDecide,
  mostOf,
  type OffsetEntry,
  type OffsetFacts,
  refuseAmount,
  refuseChanged,
  refuseDay,
  refuseDeed,
  takenBack,
} from '@lanka/domain/offsets/rules';
import { otherSide, sideOf } from '@lanka/domain/reconciliations/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { findPosted, postAll } from '../ledger';
import { type Parties, readParties } from '../reconciliations';
import { type Book, booksOf, debtsAt, inProject, lockDebts, partyFor } from './claims';
import { enterPartner, findPartners, type Partner } from './mutual.store';
import { tell } from './notices';
import * as store from './offsets.store';

const factsOf = (act: store.StoredOffset): OffsetFacts => ({
  status: act.status,
  built_by: act.built_by,
  on_paper: act.on_paper,
  between_projects: act.partner !== null,
  is_reversal: act.reverses !== null,
  being_reversed: act.reversed_by !== null,
});

const partnerOf = ({ partner, partner_counterparty_id }: store.StoredOffset): Omit<Partner, 'title'> | null =>
  partner && partner_counterparty_id
    ? { project_id: partner.project_id, counterparty_id: partner_counterparty_id }
    : null;

const booksOfAct = (scope: ProjectScope, act: store.StoredOffset): [Book, ...Book[]] =>
  booksOf(scope, act.counterparty_id, partnerOf(act));

/** Whether the debts are others than the act says. Of two projects it is seen by who may decide. */
async function isOutdated(tx: Tx, scope: ProjectScope, act: store.StoredOffset): Promise<boolean> {
  if (act.status !== 'sent' || act.reverses) return false;
  if (act.partner && !(mayDecide(factsOf(act), scope.role) && (await enterPartner(tx, scope, act.partner.project_id))))
    return false;
  const books = booksOfAct(scope, act);
  const [on_day, now] = [await debtsAt(tx, books, act.day), await debtsAt(tx, books, kyivDate(new Date()))];
  return refuseChanged(act, { on_day, now }) !== null;
}

const actor = ({ id, name }: { readonly id: string; readonly name: string | null }) =>
  ({ kind: 'user', id, name }) as const;

async function shown(tx: Tx, scope: ProjectScope, act: store.StoredOffset): Promise<Offset> {
  const { partner_counterparty_id: _p, mirrored: _m, parties: _names, ...rest } = act;
  return {
    ...rest,
    created_by: actor(act.created_by),
    decided_by: act.decided_by && actor(act.decided_by),
    deeds: deedsOf(factsOf(act), sideOf(scope.role), scope.role),
    outdated: await isOutdated(tx, scope, act),
  };
}

/** @throws offsets.not_found */
export async function findOffset(tx: Tx, scope: ProjectScope, id: string): Promise<store.StoredOffset> {
  const act = await store.findOffset(tx, scope, id);
  if (!act) throw offsetErrors.not_found();
  return act;
}

export const readOffset = async (tx: Tx, scope: ProjectScope, id: string): Promise<Offset> =>
  shown(tx, scope, await findOffset(tx, scope, id));

/** Between two projects each is named as its own papers name it. */
async function readNames(tx: Tx, [here, there]: readonly [Book, ...Book[]]): Promise<Parties> {
  const names = await readParties(tx, here.project_id, here.counterparty_id);
  if (!there) return names;
  const other = await readParties(tx, there.project_id, there.counterparty_id);
  return { ...names, counterparty: other.supplier };
}

async function insert(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  act: Omit<store.NewOffset, 'built_by'>,
): Promise<Offset> {
  const { partner, counterparty_id } = act;
  const built_by = sideOf(scope.role);
  const enter = async () => partner && enterPartner(tx, scope, partner.project_id);
  const id = await store.insertOffset(tx, scope, { ...act, built_by }, enter);
  if (!id) {
    const pairs = booksOf(scope, counterparty_id, partner).map((one) => [one.project_id, one.counterparty_id] as const);
    await enter();
    throw offsetErrors.waiting({ number: await store.findWaiting(tx, pairs) });
  }
  const made = await readOffset(tx, scope, id);
  await tell(tx, app, scope, made, 'sent', otherSide(built_by));
  return made;
}

export async function createOffset(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: CreateOffsetBody,
): Promise<Offset> {
  const { day, grounds = '', partner_project_id } = body;
  if (!mayDecide({ between_projects: partner_project_id !== undefined }, scope.role)) throw offsetErrors.owners_only();
  const refused = refuseDay(day, kyivDate(new Date()));
  if (refused) throw refused;
  const party = await partyFor(tx, scope, body.counterparty_id);
  const partners = partner_project_id ? await findPartners(tx, scope, party.id) : [];
  const partner = partners.find(({ project_id }) => project_id === partner_project_id) ?? null;
  if (partner_project_id && !partner) throw offsetErrors.no_partner({ path: 'partner_project_id' });
  const books = booksOf(scope, party.id, partner);
  const { now } = await lockDebts(tx, books);
  const on_day = await debtsAt(tx, books, day);
  const amount = body.amount ?? mostOf(on_day);
  // what was paid since cannot be set off, though the day had it
  const tooMuch = refuseAmount(on_day, amount) ?? refuseAmount(now, amount);
  if (tooMuch) throw tooMuch;
  const parties = await readNames(tx, books);
  const made = { counterparty_id: party.id, day, ...on_day, amount, grounds, partner, reverses: null, parties };
  return insert(tx, app, scope, made);
}

/** The act, locked here and in the other project, when this asker may do that with it now; null when it was done before. */
async function lockFor(
  tx: Tx,
  scope: ProjectScope,
  id: string,
  deed: OffsetDeed,
): Promise<{ act: store.LockedOffset; books: [Book, ...Book[]]; done: boolean }> {
  const known = await findOffset(tx, scope, id);
  const may = mayDecide(factsOf(known), scope.role);
  if (!may || (known.partner && !(await enterPartner(tx, scope, known.partner.project_id))))
    throw offsetErrors.owners_only();
  const books = booksOfAct(scope, known);
  const act = await store.lockOffset(
    tx,
    scope,
    id,
    books.map(({ project_id }) => project_id),
  );
  if (!act) throw offsetErrors.not_found();
  const done = isDone(act.status, deed);
  const refused = done ? null : refuseDeed(factsOf(act), deed, sideOf(scope.role));
  if (refused) throw refused;
  return { act, books, done };
}

/**
 * Agrees, and posts once on every account that the act is about, in one transaction. The accounts are locked before the
 * ledger is read: a posting in between is either seen, and the act is refused, or waits until it stands.
 */
export async function agreeOffset(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  note: string,
): Promise<Offset> {
  const { act, books, done } = await lockFor(tx, scope, id, 'agree');
  if (done) return shown(tx, scope, act);
  const byHand = sideOf(scope.role) === act.built_by;
  if (byHand && note === '') throw offsetErrors.note_required({ path: 'note' });
  const projects = books.map(({ project_id }) => project_id);
  const old = act.reverses && (await store.lockOffset(tx, scope, act.reverses.id, projects));
  const { now, supplies } = await lockDebts(tx, books);
  const refused = old ? null : refuseChanged(act, { on_day: await debtsAt(tx, books, act.day), now });
  if (refused) throw refused;
  const counted: { project_id: string; day: string | null }[] = [];
  for (const book of [...books].sort((a, b) => (a.project_id < b.project_id ? -1 : 1))) {
    const entries = old ? await postedBy(tx, book, old.id) : entriesOf(act.amount, supplies.get(book.project_id) ?? 0);
    counted.push({ project_id: book.project_id, day: await postOn(tx, scope, book, act, entries) });
  }
  await store.writeDecision(tx, scope, act, { status: 'agreed', note: byHand ? note : '', counted });
  if (old) await store.writeReversed(tx, old, projects);
  if (!byHand) await tell(tx, app, scope, act, 'agreed', act.built_by);
  return readOffset(tx, scope, id);
}

/** What an act that is taken back has posted in this book, the other way round. */
const postedBy = async (tx: Tx, book: Book, id: string): Promise<OffsetEntry[]> =>
  (await findPosted(tx, inProject(book), { kind: 'offset', id })).map((entry) => takenBack(entry as OffsetEntry));

/** The day that it counts from there. */
async function postOn(
  tx: Tx,
  scope: ProjectScope,
  { project_id, counterparty_id }: Book,
  { id, number, day, reverses }: store.LockedOffset,
  entries: readonly OffsetEntry[],
): Promise<string> {
  const there = { project: { ...scope.project, id: project_id }, user: scope.user };
  const comment = reverses ? `№ ${number}, скасування № ${reverses.number}` : `№ ${number}`;
  const cause = { counterparty_id, ref: { kind: 'offset', id }, day, comment };
  const [first] = await postAll(
    tx,
    there,
    entries.map((entry) => ({ ...entry, ...cause })),
  );
  if (!first) throw new Error('an act is posted once, when it is agreed');
  return first.day;
}

const notCounted = (books: readonly Book[]) => books.map(({ project_id }) => ({ project_id, day: null }));

export async function refuseOffset(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  note: string,
): Promise<Offset> {
  const { act, books, done } = await lockFor(tx, scope, id, 'refuse');
  if (done) return shown(tx, scope, act);
  await store.writeDecision(tx, scope, act, { status: 'refused', note, counted: notCounted(books) });
  if (sideOf(scope.role) !== act.built_by) await tell(tx, app, scope, act, 'refused', act.built_by);
  return readOffset(tx, scope, id);
}

export async function withdrawOffset(tx: Tx, scope: ProjectScope, id: string): Promise<Offset> {
  const { act, books, done } = await lockFor(tx, scope, id, 'withdraw');
  if (done) return shown(tx, scope, act);
  await store.writeDecision(tx, scope, act, { status: 'withdrawn', note: '', counted: notCounted(books) });
  return readOffset(tx, scope, id);
}

/** A new act of today that takes this one back; it is agreed as any other. */
export async function reverseOffset(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  grounds: string,
): Promise<Offset> {
  const { act, books } = await lockFor(tx, scope, id, 'reverse');
  return insert(tx, app, scope, {
    counterparty_id: act.counterparty_id,
    day: kyivDate(new Date()),
    // what stands again
    ...{ debt: act.amount, claim: act.amount, amount: act.amount },
    grounds,
    partner: partnerOf(act),
    reverses: { id: act.id, number: act.number },
    parties: await readNames(tx, books),
  });
}
