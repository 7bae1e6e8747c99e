import { Button, Group } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { createContext, useContext, useEffect, useState } from 'react';
import { useText } from '../kit/text';
import { text } from './text';

/** What every step gets: the way on, which saves the progress, and the way back. */
export interface StepProps {
  next: () => Promise<void>;
  back: () => void;
}

interface StepButtonsProps {
  /** Null at the very beginning. */
  back: (() => void) | null;
  /** Without it Next submits the form around. */
  next?: () => void;
  busy?: boolean;
  disabled?: boolean;
  label?: string;
}

/** Previous and Next, at the foot of every step. */
export function StepButtons({ back, next, busy = false, disabled = false, label }: StepButtonsProps) {
  const t = useText(text);
  return (
    <Group justify={back ? 'space-between' : 'flex-end'} mt="md">
      {back && (
        <Button variant="default" leftSection={<IconArrowLeft size={18} />} onClick={back}>
          {t.back}
        </Button>
      )}
      <Button
        {...(next ? { onClick: next } : { type: 'submit' as const })}
        rightSection={<IconArrowRight size={18} />}
        loading={busy}
        disabled={disabled}
      >
        {label ?? t.next}
      </Button>
    </Group>
  );
}

/** What was typed in each step, for as long as the wizard is open. Null outside of it. */
export const DraftsContext = createContext<Map<string, object> | null>(null);

/**
 * Stepping back saves nothing, and forgets nothing either: a step begins with what was typed there before.
 *
 *   const draft = useDraft('company', { legal_name: user.legal_name });     // draft.start: to begin with
 *   draft.keep(form.watch());                                              // as it is typed
 */
export function useDraft<T extends object>(name: string, known: T): { start: T; keep: (now: object) => void } {
  const drafts = useContext(DraftsContext);
  const [typed] = useState(() => drafts?.get(name));
  return { start: { ...known, ...typed }, keep: (now) => void drafts?.set(name, now) };
}

/** The draft of a form: kept with every change. */
export function useKept(draft: { keep: (now: object) => void }, now: object): void {
  useEffect(() => draft.keep(now));
}
