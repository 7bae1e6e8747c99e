import { kyivDate } from '@lanka/domain/kit/time';
import {
  type Act,
  type ActDeed,
  type CreateActBody,
  reconciliationErrors,
} from '@lanka/domain/reconciliations/contract';
import {
  type Changes,
  changesBetween,
  deedsOf,
  otherSide,
  refuseDeed,
  refusePeriod,
  sideOf,
} from '@lanka/domain/reconciliations/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { closeDays, lockDays } from '../ledger';
import { counterpartyForOrder, withOrders } from '../partners';
import * as store from './acts.store';
import { tell } from './notices';
import { readParties } from './requisites.store';
import { stateOf } from './state';

const actor = ({ id, name }: { readonly id: string | null; readonly name: string | null }) =>
  ({ kind: id === null ? 'system' : 'user', id, name }) as const;

const today = (): string => kyivDate(new Date());

/** The newest version, or the one that is asked for; a draft as the ledger has it now. @throws reconciliations.not_found */
export async function readAct(tx: Tx, app: Services, scope: ProjectScope, id: string, asked?: number): Promise<Act> {
  const act = await store.findAct(tx, scope, id);
  if (!act || (asked !== undefined && asked > act.revision)) throw reconciliationErrors.not_found();
  const side = sideOf(scope.role);
  const revisions = await store.findRevisions(tx, scope, id);
  const revision = asked ?? act.revision;
  const shown = revisions.find((one) => one.revision === revision);
  const notes = await store.findNotes(tx, scope, id);
  const isFrozen = act.status === 'agreed' || act.status === 'withdrawn';
  const now = shown && isFrozen ? null : await stateOf(tx, app, scope, act);
  const sent = shown
    ? { ...shown, lines: await withOrders(tx, app, scope, await store.findLines(tx, scope, id, revision)) }
    : null;
  const state = sent ?? now;
  if (!state) throw new Error('an act was sent, or is a draft');
  const disputed = new Set(
    notes.flatMap((note) => (note.kind === 'dispute' && note.revision === revision ? (note.line_id ?? []) : [])),
  );
  const { opening, debit, credit, closing, lines } = state;
  return {
    ...act,
    ...{ opening, debit, credit, closing },
    shown_revision: revision,
    lines: lines.map((line) => ({ ...line, disputed: disputed.has(line.id) })),
    notes,
    revisions: revisions.map(({ sent_by, ...one }) => ({ ...one, sent_by: actor(sent_by) })),
    created_by: actor(act.created_by),
    agreed_by: act.agreed_by && actor(act.agreed_by),
    deeds: revision === act.revision ? deedsOf(act, side) : [],
    outdated: sent !== null && now !== null && revision === act.revision && changesBetween(sent, now) !== null,
  };
}

export async function createAct(tx: Tx, app: Services, scope: ProjectScope, body: CreateActBody): Promise<Act> {
  if (scope.role !== 'Client' && body.counterparty_id === undefined)
    throw reconciliationErrors.counterparty_required({ path: 'counterparty_id' });
  const party = await counterpartyForOrder(tx, scope, body.counterparty_id);
  const { closed_until } = await lockDays(tx, scope, party.id);
  const refused = refusePeriod(body, today(), closed_until);
  if (refused) throw refused;
  const act = { counterparty_id: party.id, from: body.from, to: body.to, built_by: sideOf(scope.role) };
  const id = await store.insertAct(tx, scope, { ...act, created_by: scope.user.id });
  if (!id) throw reconciliationErrors.exists({ path: 'to', number: await store.findSame(tx, scope, act) });
  return readAct(tx, app, scope, id);
}

/** The act, locked, when this side may do that with it now. */
async function lockFor(tx: Tx, scope: ProjectScope, id: string, deed: ActDeed): Promise<store.LockedAct> {
  const act = await store.lockAct(tx, scope, id);
  if (!act) throw reconciliationErrors.not_found();
  const refused = refuseDeed(act, deed, sideOf(scope.role));
  if (refused) throw refused;
  return act;
}

const refuseRevised = (act: store.LockedAct, seen: number | undefined): void => {
  if (seen !== undefined && seen !== act.revision) throw reconciliationErrors.revised({ revision: act.revision });
};

/**
 * Freezes the lines as the ledger has them now and shows them to the other side. What was sent and still says the same
 * is not sent twice, unless it was disputed: then the sender insists, and the other side looks again.
 */
export async function sendAct(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  comment: string | undefined,
): Promise<Act> {
  const act = await lockFor(tx, scope, id, 'send');
  const { closed_until } = await lockDays(tx, scope, act.counterparty_id);
  const refused = refusePeriod(act, today(), closed_until);
  if (refused) throw refused;
  const now = await stateOf(tx, app, scope, act);
  const same = act.status === 'sent' && (await changesSince(tx, scope, act, now)) === null;
  if (same) return readAct(tx, app, scope, id);
  if (comment && act.revision > 0)
    await store.insertNote(tx, scope, act, { line_id: null, kind: 'comment', text: comment });
  const parties = await readParties(tx, scope.project.id, act.counterparty_id);
  await store.insertRevision(tx, scope, { ...now, id, revision: act.revision + 1, parties, sent_by: scope.user.id });
  const after = await readAct(tx, app, scope, id);
  await tell(tx, app, scope, after, 'sent', otherSide(act.built_by));
  return after;
}

/** What the ledger has otherwise than the version that was sent last. */
async function changesSince(
  tx: Tx,
  scope: ProjectScope,
  act: store.LockedAct,
  now: Awaited<ReturnType<typeof stateOf>>,
): Promise<Changes<store.StoredLine> | null> {
  const [sent] = await store.findRevisions(tx, scope, act.id);
  if (!sent) throw new Error('what was sent has a version');
  return changesBetween({ opening: sent.opening, lines: await store.findLines(tx, scope, act.id, act.revision) }, now);
}

/** A line, or the act as a whole, goes back to its sender. */
export async function disputeAct(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { line, comment, revision }: { line: string | null; comment: string; revision: number | undefined },
): Promise<Act> {
  const act = await lockFor(tx, scope, id, 'dispute');
  refuseRevised(act, revision);
  await mustHaveLine(tx, scope, act, line);
  await store.insertNote(tx, scope, act, { line_id: line, kind: 'dispute', text: comment });
  await store.writeStatus(tx, scope, act, 'disputed');
  // once: of further lines the sender reads when he comes
  if (act.status === 'sent') await tell(tx, app, scope, act, 'disputed', act.built_by);
  return readAct(tx, app, scope, id);
}

async function mustHaveLine(tx: Tx, scope: ProjectScope, act: store.LockedAct, line: string | null): Promise<void> {
  if (line === null) return;
  const lines = await store.findLines(tx, scope, act.id, act.revision);
  if (!lines.some(({ id }) => id === line)) throw reconciliationErrors.line_not_found();
}

export async function commentAct(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { text, line_id = null }: { text: string; line_id?: string | null | undefined },
): Promise<Act> {
  const act = await lockFor(tx, scope, id, 'comment');
  await mustHaveLine(tx, scope, act, line_id);
  await store.insertNote(tx, scope, act, { line_id, kind: 'comment', text });
  return readAct(tx, app, scope, id);
}

/**
 * Agrees, locks the act and closes the days up to its end. The account is locked before the ledger is read: a posting
 * with a day of the period is either in it by now, and the act is refused, or waits and gets the day after. Other acts
 * of days that are closed now can never be agreed: they end with it.
 */
export async function agreeAct(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { revision, note = '' }: { revision?: number | undefined; note?: string | undefined },
): Promise<Act> {
  const living = await store.lockLiving(tx, scope, id);
  const known = await store.lockAct(tx, scope, id);
  if (known?.status === 'agreed') return readAct(tx, app, scope, id);
  const act = await lockFor(tx, scope, id, 'agree');
  refuseRevised(act, revision);
  const byHand = sideOf(scope.role) === act.built_by;
  if (byHand && note === '') throw reconciliationErrors.note_required({ path: 'note' });
  const days = await lockDays(tx, scope, act.counterparty_id);
  const refused = refusePeriod(act, today(), days.closed_until);
  if (refused) throw refused;
  const changes = await changesSince(tx, scope, act, await stateOf(tx, app, scope, act));
  if (changes) throw reconciliationErrors.changed(...told(changes));
  await closeDays(tx, scope, days, act.to);
  await store.writeAgreed(tx, scope, act, byHand ? note : '');
  await store.withdrawClosed(tx, scope, living, act);
  if (!byHand) await tell(tx, app, scope, act, 'agreed', act.built_by);
  return readAct(tx, app, scope, id);
}

function told({ opening, added, gone }: Changes<store.StoredLine>) {
  const line = (change: 'added' | 'gone') => (one: store.StoredLine) => ({
    change,
    line_id: one.id,
    date: one.date,
    document: one.document,
    debit: one.debit,
    credit: one.credit,
  });
  return [
    ...(opening ? [{ change: 'opening', was: opening.was, is: opening.is }] : []),
    ...added.map(line('added')),
    ...gone.map(line('gone')),
  ];
}

export async function withdrawAct(tx: Tx, app: Services, scope: ProjectScope, id: string): Promise<Act> {
  const act = await lockFor(tx, scope, id, 'withdraw');
  await store.writeStatus(tx, scope, act, 'withdrawn');
  return readAct(tx, app, scope, id);
}
