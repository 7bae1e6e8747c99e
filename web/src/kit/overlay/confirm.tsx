/**
 * Consequences before commitment: what will happen, what cannot be undone, a reason where one is needed.
 *
 *   const confirm = useConfirm();
 *   const answer = await confirm({
 *     title: t.cancelOrder, effects: [t.bookingsRelease(3)], irreversible: true,
 *     reason: { label: t.reason, required: true }, confirmLabel: t.cancel, danger: true,
 *   });
 *   if (answer) move.mutate({ … body: { to: 'Canceled', reason: answer.reason } });
 */
import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useRef, useState } from 'react';

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog')).ConfirmDialog }));

export interface Confirmation {
  title: string;
  text?: ReactNode;
  effects?: readonly ReactNode[];
  /** True, or what exactly cannot be undone. */
  irreversible?: boolean | string;
  reason?: { label?: string; hint?: string; required?: boolean };
  /** An infinitive that names the deed: «Видалити товар». */
  confirmLabel?: string;
  danger?: boolean;
}

export interface Confirmed {
  reason: string;
}

type Ask = (question: Confirmation) => Promise<Confirmed | null>;

const ConfirmContext = createContext<Ask>(() => Promise.resolve(null));

/** Answers null when the person thinks again. */
export const useConfirm = (): Ask => useContext(ConfirmContext);

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Confirmation | null>(null);
  const [opened, setOpened] = useState(false);
  const answer = useRef<(confirmed: Confirmed | null) => void>(() => {});
  const ask = useCallback<Ask>((next) => {
    answer.current(null);
    setQuestion(next);
    setOpened(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const settle = (confirmed: Confirmed | null) => {
    setOpened(false);
    answer.current(confirmed);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {/* loaded with the first question */}
      {question && (
        <Suspense>
          <ConfirmDialog opened={opened} question={question} settle={settle} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
