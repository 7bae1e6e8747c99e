import { createContext, useEffect, useMemo, useRef, useState } from 'react';

/** Files that are being sent while their form may be submitted already: the form waits for them. */
export interface UnderWay {
  begin(): void;
  /** `ok`: all of them came. */
  end(ok: boolean): void;
  /** Whether all of them came, as soon as one did not or none is left; null where none is under way. */
  settled(): Promise<boolean> | null;
  /** Somebody waits for them. */
  isAwaited: boolean;
}

export const UnderWayContext = createContext<UnderWay | null>(null);

export function useUnderWay(): UnderWay {
  const [sending, setSending] = useState({ count: 0 });
  const [isAwaited, setAwaited] = useState(false);
  const isSending = useRef(false);
  const waiting = useRef<((allCame: boolean) => void)[]>([]);
  const known = useMemo(() => {
    const answer = (allCame: boolean) => {
      setAwaited(false);
      for (const go of waiting.current.splice(0)) go(allCame);
    };
    const add = (more: number) => setSending(({ count }) => ({ count: count + more }));
    return {
      answer,
      begin: () => {
        isSending.current = true;
        add(1);
      },
      end: (ok: boolean) => {
        add(-1);
        if (!ok) answer(false);
      },
      settled: () => {
        if (!isSending.current) return null;
        setAwaited(true);
        return new Promise<boolean>((resolve) => waiting.current.push(resolve));
      },
    };
  }, []);
  // after the drawing: whoever has waited finds in the form's values what came last
  useEffect(() => {
    if (sending.count > 0) return;
    isSending.current = false;
    known.answer(true);
  }, [sending, known]);
  return useMemo(() => ({ ...known, isAwaited }), [known, isAwaited]);
}
