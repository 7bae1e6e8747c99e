import { Button, Group } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
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
