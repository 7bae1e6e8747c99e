import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../http/call';
import { keep, kept } from '../storage';

/** A scan that has not been sent, or was refused. */
export interface QueuedScan {
  /** Made here: sent as the Idempotency-Key, so that a scan that is sent again is done once. */
  readonly id: string;
  readonly code: string;
  /** Why the server does not take it; null while it waits. */
  readonly refused: string | null;
}

const FIRST_PAUSE_MS = 1_500;
const LONGEST_PAUSE_MS = 20_000;

const isQueued = (value: unknown): value is QueuedScan =>
  typeof value === 'object' && value !== null && 'id' in value && 'code' in value;

export function readQueue(name: string): QueuedScan[] {
  const value = kept<unknown>(`scan:${name}`);
  return Array.isArray(value) ? value.filter(isQueued) : [];
}

/**
 * Sends scans one after another, each once. What cannot be sent because the network is gone waits in the browser's
 * store, also over a reload, and is sent when the network is back. What the server refuses stays until it is removed.
 */
export function useScanQueue<T>(
  name: string,
  send: (scan: QueuedScan) => Promise<T>,
  {
    onSent,
    onRefused,
  }: { onSent: (answer: T, scan: QueuedScan) => void; onRefused?: (error: Error, scan: QueuedScan) => void },
) {
  const [scans, setScans] = useState(() => readQueue(name));
  const list = useRef(scans);
  const isSending = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pause = useRef(FIRST_PAUSE_MS);
  const told = useRef({ send, onSent, onRefused });
  told.current = { send, onSent, onRefused };
  const isThere = useRef(true);

  const write = useCallback(
    (next: QueuedScan[]) => {
      list.current = next;
      keep(`scan:${name}`, next.length > 0 ? next : null);
      if (isThere.current) setScans(next);
    },
    [name],
  );

  const run = useCallback(async () => {
    if (isSending.current) return;
    isSending.current = true;
    clearTimeout(timer.current);
    try {
      for (;;) {
        const next = list.current.find(({ refused }) => refused === null);
        if (!next || !isThere.current) break;
        try {
          const answer = await told.current.send(next);
          pause.current = FIRST_PAUSE_MS;
          write(list.current.filter(({ id }) => id !== next.id));
          told.current.onSent(answer, next);
        } catch (error) {
          if (!(error instanceof CallError) || error.outcomeUnknown || error.status === 429) {
            timer.current = setTimeout(() => void run(), pause.current);
            pause.current = Math.min(pause.current * 2, LONGEST_PAUSE_MS);
            break;
          }
          write(list.current.map((one) => (one.id === next.id ? { ...one, refused: error.message } : one)));
          told.current.onRefused?.(error, next);
        }
      }
    } finally {
      isSending.current = false;
    }
  }, [write]);

  useEffect(() => {
    isThere.current = true;
    const again = () => {
      pause.current = FIRST_PAUSE_MS;
      void run();
    };
    again();
    window.addEventListener('online', again);
    return () => {
      isThere.current = false;
      clearTimeout(timer.current);
      window.removeEventListener('online', again);
    };
  }, [run]);

  return {
    /** Those that wait, and those that were refused, oldest first. */
    scans,
    add: useCallback(
      (code: string) => {
        write([...list.current, { id: crypto.randomUUID(), code, refused: null }]);
        void run();
      },
      [write, run],
    ),
    remove: useCallback((id: string) => write(list.current.filter((one) => one.id !== id)), [write]),
  };
}
