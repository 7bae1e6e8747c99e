import { deliveryErrors } from '@lanka/domain/delivery/contract';
import type { Reason, Task, TaskHandler, TaskResult } from '../integrations';
import { systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import * as carrier from './carrier';
import { type Account, UnknownOutcome } from './client';
import { accountOf } from './connections';
import { findConnection, saveRefused } from './connections.store';
import { isKeyCode, refusalIn, wasNotDone } from './refusals';
import * as store from './registers.store';

const LOST: Reason = {
  ua: 'Відповідь Нової пошти загубилася: дивимося, що стоїть у реєстрі',
  en: 'The answer of Nova Poshta was lost: what stands in the register is looked up',
};
const LOOK_AGAIN_MS = 15_000;

interface Known {
  readonly register: store.StoredRegister;
  readonly members: readonly store.Member[];
  readonly account: Account;
}

const within = <T>(app: Services, project_id: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction({ projectIds: [project_id] }, work);

/** @throws delivery.not_connected */
async function read(app: Services, { project_id, payload }: Task): Promise<Known | null> {
  const id = String(payload.register_id);
  const found = await within(app, project_id, async (tx) => {
    const register = await store.findRegister(tx, project_id, id);
    if (!register || register.state === 'removed') return null;
    const members = await store.readMembers(tx, project_id, id);
    return { register, members, connection: await findConnection(tx, systemIn(project_id), register.owner_id) };
  });
  if (!found) return null;
  if (!found.connection) throw deliveryErrors.not_connected();
  return { ...found, account: await accountOf(app, found.connection) };
}

/** Writes down what the carrier has said; behind the lock of the register. Open pages hear of it. */
async function land(
  app: Services,
  { project_id, id }: store.StoredRegister,
  act: (tx: Tx, found: store.StoredRegister) => Promise<void>,
): Promise<void> {
  await within(app, project_id, async (tx) => {
    const { found } = await store.lockRegister(tx, project_id, id);
    if (found) await act(tx, found);
  });
  app.live.publish(project_id, { kind: 'waybill', id });
}

/**
 * Brings the register at the carrier's to what it shall hold. The carrier keeps no parcel in two registers, and lists in
 * which each is: after a lost answer that is looked up, and only what is still missing is asked for.
 */
export const syncRegister: TaskHandler = {
  service: 'nova_poshta',
  kind: 'register.sync',
  async run(app, task): Promise<TaskResult> {
    try {
      const before = await read(app, task);
      if (!before) return { done: true };
      if (before.register.tried_at) await look(app, before);
      for (const step of [takeOut, putIn, removeWhole]) {
        const known = await read(app, task);
        if (!known) return { done: true };
        await step(app, known);
      }
      // of some he has said neither that they are in it nor why not: he is asked once more
      const after = await read(app, task);
      const isOpen = after?.members.some(({ state }) => state === 'adding') ?? false;
      return isOpen ? { retry: LOST, afterMs: LOOK_AGAIN_MS } : { done: true };
    } catch (error) {
      return refuse(app, task, error);
    }
  },
};

/** Asks what changes something, with a note that it was asked. */
async function tell<T>(app: Services, { register }: Known, ask: () => Promise<T>): Promise<T> {
  await land(app, register, (tx, found) => store.saveRegister(tx, found, { tried_at: new Date().toISOString() }));
  try {
    return await ask();
  } catch (error) {
    if (wasNotDone(error)) await land(app, register, (tx, found) => store.saveRegister(tx, found, { tried_at: null }));
    throw error;
  }
}

async function takeOut(app: Services, known: Known): Promise<void> {
  const { register, members, account } = known;
  const leaving = register.state === 'removing' ? [] : members.filter(({ state }) => state === 'leaving');
  if (leaving.length === 0) return;
  const { ref } = register;
  const refs = leaving.map((member) => member.ref);
  if (ref) await tell(app, known, () => carrier.takeFromSheet(app, account, ref, refs));
  await land(app, register, async (tx, found) => {
    await store.saveMembers(tx, found.project_id, await still(tx, found, leaving, 'leaving'), null);
    await store.saveRegister(tx, found, { tried_at: null });
  });
}

/** Those of them that are still to be moved so: somebody may have thought better of it meanwhile. */
async function still(
  tx: Tx,
  { project_id, id }: store.StoredRegister,
  members: readonly store.Member[],
  state: store.Member['state'],
): Promise<string[]> {
  const ids = new Set(members.map((member) => member.id));
  const now = await store.readMembers(tx, project_id, id);
  return now.filter((member) => ids.has(member.id) && member.state === state).map((member) => member.id);
}

async function putIn(app: Services, known: Known): Promise<void> {
  const { register, members, account } = known;
  const adding = register.state === 'removing' ? [] : members.filter(({ state }) => state === 'adding');
  if (adding.length === 0) return;
  const refs = adding.map((member) => member.ref);
  const told = await tell(app, known, () => carrier.putIntoSheet(app, account, refs, register.ref));
  const added = adding.filter(({ ref }) => told.added.has(ref));
  await land(app, register, async (tx, found) => {
    if (added.length > 0) {
      await store.saveRegister(tx, found, { ...(told.sheet ?? {}), tried_at: null });
      const ids = await still(tx, found, added, 'adding');
      await store.saveMembers(tx, found.project_id, ids, { register_id: found.id, register_state: 'in' });
    }
  });
  const left = adding.filter(({ ref }) => !told.added.has(ref));
  if (left.length === 0) return;
  // a register that was made for nothing is not kept
  if (added.length === 0 && told.sheet && !register.ref) await carrier.deleteSheet(app, account, told.sheet.ref);
  await look(app, { ...known, members: left }, told.refused);
}

/**
 * Where the carrier says that these are. What he has not taken, and says why, is not in the register.
 * `refused`: his answer, where it was heard; of one that was lost nothing is known.
 */
async function look(
  app: Services,
  { register, members, account }: Known,
  refused?: ReadonlyMap<string, string>,
): Promise<void> {
  const pending = members.filter(({ state }) => state !== 'in');
  const [since = register.created_at] = [register.created_at, ...pending.map(({ created_at }) => created_at)].sort();
  const numbers =
    pending.length > 0 ? await carrier.readSheetNumbers(app, account, new Date(since)) : new Map<string, string>();
  const seen = [...new Set(pending.flatMap(({ ref }) => numbers.get(ref) || []))];
  // whose answer was heard has made none that we do not know: these were made by somebody else
  const sheet = register.ref || refused ? null : await adopted(app, register, account, seen);
  await land(app, register, async (tx, found) => {
    const now = await store.readMembers(tx, found.project_id, found.id);
    const ids = new Set(pending.map(({ id }) => id));
    const number = found.number ?? sheet?.number ?? null;
    const [inside, outside, left]: [string[], string[], store.Member[]] = [[], [], []];
    for (const member of now.filter(({ id }) => ids.has(id))) {
      const at = numbers.get(member.ref);
      const isIn = number !== null && at === number;
      if (member.state === 'adding' && isIn) inside.push(member.id);
      if (member.state === 'leaving' && at !== undefined && !isIn) outside.push(member.id);
      if (member.state === 'adding' && !isIn && (at || refused?.has(member.ref))) left.push(member);
    }
    await store.saveMembers(tx, found.project_id, inside, { register_id: found.id, register_state: 'in' });
    await store.saveMembers(tx, found.project_id, [...outside, ...left.map(({ id }) => id)], null);
    const more = left.map(({ ttn, ref }) => ({ ttn, ...whyLeft(numbers.get(ref), refused?.get(ref)) }));
    await store.saveRegister(tx, found, {
      ...(found.ref === null && sheet ? sheet : {}),
      ...{ tried_at: null, refused: [...found.refused, ...more] },
    });
  });
}

const whyLeft = (number: string | undefined, words: string | undefined) =>
  number
    ? { ua: `Накладна вже в реєстрі ${number}`, en: `The waybill stands in the register ${number} already` }
    : { ua: words ?? '', en: words ?? '' };

/** The register that was made when the answer was lost: that of its waybills which is no other of ours. */
async function adopted(
  app: Services,
  register: store.StoredRegister,
  account: Account,
  numbers: readonly string[],
): Promise<carrier.Sheet | null> {
  for (const number of numbers) {
    if (await within(app, register.project_id, (tx) => store.isKnownNumber(tx, register, number))) continue;
    const ref = await carrier.findSheet(app, account, number);
    if (ref) return { ref, number };
  }
  return null;
}

async function removeWhole(app: Services, known: Known): Promise<void> {
  const { register, members, account } = known;
  if (register.state !== 'removing') return;
  const { ref, number } = register;
  if (ref && number && (await carrier.findSheet(app, account, number)))
    await tell(app, known, () => carrier.deleteSheet(app, account, ref));
  await land(app, register, async (tx, found) => {
    await store.saveMembers(
      tx,
      found.project_id,
      members.map(({ id }) => id),
      null,
    );
    await store.saveRegister(tx, found, { state: 'removed', tried_at: null });
  });
}

/** What is refused is told on the register, and what was asked for is taken back; what passes is tried again. */
async function refuse(app: Services, task: Task, error: unknown): Promise<TaskResult> {
  const said = refusalIn(error);
  if (error instanceof UnknownOutcome) return { retry: LOST, afterMs: LOOK_AGAIN_MS };
  if (!said) throw error;
  const { project_id } = task;
  const register = await within(app, project_id, (tx) =>
    store.findRegister(tx, project_id, String(task.payload.register_id)),
  );
  if (!register) return { done: true };
  // what may have been done is looked up as soon as he answers again
  if (register.tried_at) return { retry: said, afterMs: LOOK_AGAIN_MS };
  await land(app, register, async (tx, found) => {
    if (isKeyCode(said.code)) await saveRefused(tx, project_id, found.owner_id, true);
    const members = await store.readMembers(tx, project_id, found.id);
    const ids = (state: store.Member['state']) =>
      members.filter((member) => member.state === state).map(({ id }) => id);
    await store.saveMembers(tx, project_id, ids('adding'), null);
    await store.saveMembers(tx, project_id, ids('leaving'), { register_id: found.id, register_state: 'in' });
    await store.saveRegister(tx, found, { state: 'open', error: said });
  });
  return { done: true };
}
