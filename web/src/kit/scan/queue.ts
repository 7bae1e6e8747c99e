import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { CallError } from '../http/call';
import { keep, kept } from '../storage';

/** What is scanned; `label` is what it is called until the server has answered. */
export interface Scan {
  readonly label: string;
}

/** A scan that has not been sent, or was refused. */
export type Queued<S extends Scan> = S & {
  /** Made here: sent along (as the Idempotency-Key, or in the body), so that a scan that is sent again is done once. */
  readonly id: string;
  /** Why the server does not take it; null while it waits. */
  readonly refused: string | null;
  /** Refused with a question that lives in the page: when the queue is opened anew, it is asked again. */
  readonly isAsked?: boolean;
};

/** Of each scan of a batch, in its order: the answer, or the error that refuses this one. */
export type Answers<A> = readonly (A | Error)[];

export interface Sending<S extends Scan, A> {
  send: (batch: readonly Queued<S>[], signal: AbortSignal) => Promise<Answers<A>>;
  /** May they go in one call? Unless it is told, all may. */
  together?: (first: Queued<S>, other: Queued<S>) => boolean;
  /** What the answers are measured by is not known yet: scans wait, and none is lost. */
  isHeld?: boolean;
  onSent: (answer: A, scan: Queued<S>) => void;
  onRefused?: (error: Error, scan: Queued<S>) => void;
  /** Is this refusal a question to who scanned it? */
  isQuestion?: (error: Error) => boolean;
}

/** Where scans outlive the page. `write` says whether it could. */
interface Store {
  read(): unknown;
  write(value: unknown): boolean;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 20_000;
/** On a bad network a call may hang for minutes: it is given up and made again. */
const LONGEST_CALL_MS = 20_000;

/** Nobody knows whether it was done, or it was too early: the same is sent again. Everything else is an answer. */
const isToRepeat = (error: unknown): boolean =>
  error instanceof CallError && (error.outcomeUnknown || error.status === 429 || error.status === 401);

/** Something in the body was refused, so another body may be taken; else all that wait are refused alike. */
const isOfOne = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 400 || error.status === 422);

function scansOf<S extends Scan>(value: unknown): Queued<S>[] {
  const isQueued = (one: unknown): one is Queued<S> =>
    typeof one === 'object' && one !== null && 'id' in one && 'label' in one;
  return Array.isArray(value) ? value.filter(isQueued) : [];
}

/**
 * Sends scans in their order, each until there is an answer. They wait in the browser's store, also over a reload. What
 * is refused stays until it is removed, and hinders none behind it.
 */
export function openQueue<S extends Scan, A>(
  store: Store,
  sending: () => Sending<S, A>,
  atOnce = 1,
  exclusively: (work: () => Promise<void>) => Promise<void> = (work) => work(),
) {
  /** Only when the store is closed or full. */
  let memory: readonly Queued<S>[] | null = null;
  let shown: readonly Queued<S>[] = scansOf(store.read());
  const listeners = new Set<() => void>();
  let isOpen = false;
  let isSending = false;
  let isWanted = false;
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp: AbortController | undefined;

  // read each time: another tab has the same queue
  const all = (): readonly Queued<S>[] => memory ?? scansOf<S>(store.read());
  const show = (scans: readonly Queued<S>[]) => {
    shown = scans;
    for (const listener of listeners) listener();
  };
  const change = (next: (scans: readonly Queued<S>[]) => readonly Queued<S>[]) => {
    const scans = next(all());
    memory = store.write(scans.length > 0 ? scans : null) ? null : scans;
    show(scans);
  };
  const remove = (ids: readonly string[]) => change((scans) => scans.filter(({ id }) => !ids.includes(id)));

  const refuse = (scan: Queued<S>, error: Error) => {
    const isAsked = sending().isQuestion?.(error) ?? false;
    const said = { refused: error.message, ...(isAsked ? { isAsked } : {}) };
    change((scans) => scans.map((one) => (one.id === scan.id ? { ...one, ...said } : one)));
    sending().onRefused?.(error, scan);
  };

  function batchOf(waiting: readonly Queued<S>[], most: number): readonly Queued<S>[] {
    const { together = () => true } = sending();
    const other = waiting.findIndex((one, i) => i > 0 && !together(waiting[0] as Queued<S>, one));
    return waiting.slice(0, other < 0 ? most : Math.min(other, most));
  }

  async function send(batch: readonly Queued<S>[], calling: AbortController): Promise<Answers<A>> {
    const limit = setTimeout(() => calling.abort(), LONGEST_CALL_MS);
    try {
      return await sending().send(batch, calling.signal);
    } finally {
      clearTimeout(limit);
    }
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    /** So many go alone, because one among them makes the server refuse them together. */
    let alone = 0;
    while (isOpen && !sending().isHeld) {
      const waiting = all().filter(({ refused }) => refused === null);
      const batch = batchOf(waiting, alone > 0 ? 1 : atOnce);
      if (batch.length === 0) break;
      let answers: Answers<A>;
      giveUp = new AbortController();
      try {
        answers = await send(batch, giveUp);
      } catch (error) {
        // whoever looks at this queue next sends it again
        if (!isOpen || sending().isHeld) break;
        if (giveUp.signal.aborted || isToRepeat(error)) {
          timer = setTimeout(run, pause);
          pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
          break;
        }
        if (batch.length > 1 && isOfOne(error)) {
          alone = batch.length;
          continue;
        }
        answers = batch.map(() => (error instanceof Error ? error : new Error(String(error))));
      }
      if (!isOpen || sending().isHeld) break;
      pause = FIRST_PAUSE_MS;
      alone = Math.max(0, alone - batch.length);
      remove(batch.flatMap(({ id }, i) => (answers[i] instanceof Error ? [] : id)));
      batch.forEach((scan, i) => {
        const answer = answers[i] as A | Error;
        if (answer instanceof Error) refuse(scan, answer);
        else sending().onSent(answer, scan);
      });
    }
  }

  function run(): void {
    isWanted = true;
    if (isSending) return;
    isSending = true;
    void (async () => {
      // what is added while the last answer is put away is not left lying
      while (isWanted && isOpen) {
        isWanted = false;
        await exclusively(sendAll);
      }
      isSending = false;
    })();
  }

  return {
    /** Those that wait, and those that were refused, oldest first. The same array until something changes. */
    shown: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Sends what waits now, and what is added, until it is closed. */
    open() {
      isOpen = true;
      if (all().some(({ isAsked }) => isAsked))
        change((scans) => scans.map((one) => (one.isAsked ? { ...one, refused: null, isAsked: false } : one)));
      else show(all());
      run();
    },
    close() {
      isOpen = false;
      clearTimeout(timer);
      giveUp?.abort();
    },
    /** There may be a network again. */
    again() {
      pause = FIRST_PAUSE_MS;
      run();
    },
    add(scan: S) {
      change((scans) => [...scans, { ...scan, id: crypto.randomUUID(), refused: null }]);
      run();
    },
    remove: (id: string) => remove([id]),
    /** Something else wrote to the store. */
    reread: () => show(all()),
  };
}

/** Of one queue only one tab sends at a time; the next one finds what is left. */
const inOneTab = (name: string) => (work: () => Promise<void>) =>
  'locks' in navigator ? navigator.locks.request(`lanka.scan.${name}`, work) : work();

/**
 * The queue of a scanning screen: what is added is shown at once and sent as soon as there is a network, `atOnce` in a
 * call. While the screen is closed nothing is sent, so that every answer is heard by somebody.
 */
export function useScanQueue<S extends Scan, A>(name: string, sending: Sending<S, A>, atOnce = 1) {
  const latest = useRef(sending);
  latest.current = sending;
  const queue = useMemo(() => {
    const key = `scan:${name}` as const;
    const store = { read: () => kept<unknown>(key), write: (value: unknown) => keep(key, value) };
    return openQueue<S, A>(store, () => latest.current, atOnce, inOneTab(name));
  }, [name, atOnce]);
  useEffect(() => {
    queue.open();
    const onStore = ({ key }: StorageEvent) => {
      if (key === `scan:${name}`) queue.reread();
    };
    window.addEventListener('online', queue.again);
    window.addEventListener('focus', queue.again);
    window.addEventListener('storage', onStore);
    return () => {
      queue.close();
      window.removeEventListener('online', queue.again);
      window.removeEventListener('focus', queue.again);
      window.removeEventListener('storage', onStore);
    };
  }, [queue, name]);
  const { isHeld = false } = sending;
  useEffect(() => {
    if (!isHeld) queue.again();
  }, [queue, isHeld]);
  return { scans: useSyncExternalStore(queue.subscribe, queue.shown), add: queue.add, remove: queue.remove };
}

/** For a call that takes one scan: `send: oneByOne(({ label }, signal) => call(…))`. */
export const oneByOne =
  <S extends Scan, A>(send: (scan: Queued<S>, signal: AbortSignal) => Promise<A>) =>
  (batch: readonly Queued<S>[], signal: AbortSignal): Promise<Answers<A>> =>
    Promise.all(batch.map((scan) => send(scan, signal)));
