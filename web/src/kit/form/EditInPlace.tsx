/**
 * A value that is changed where it stands: a pencil opens its input, Enter or ✓ saves, ✕ or Escape leaves it. The input
 * takes the focus by its own `autoFocus`; the pencil gets it back.
 */
import { ActionIcon, Group } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { texts, useText } from '../text';

const text = texts({
  ua: { save: 'Зберегти', cancel: 'Назад' },
  en: { save: 'Save', cancel: 'Back' },
});

interface EditInPlaceProps {
  /** What the pencil does, for whoever does not see it. */
  label: string;
  /** What is read while nobody edits. */
  value: ReactNode;
  mayEdit: boolean;
  isOpen: boolean;
  open: () => void;
  close: () => void;
  save: () => void;
  isSaving: boolean;
  /** The input. */
  children: ReactNode;
}

export function EditInPlace({
  label,
  value,
  mayEdit,
  isOpen,
  open,
  close,
  save,
  isSaving,
  children,
}: EditInPlaceProps) {
  const t = useText(text);
  const pencil = useRef<HTMLButtonElement>(null);
  const closed = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // without a pencil, what stands there opens the input
    if (wasOpen.current && !isOpen) (pencil.current ?? closed.current?.querySelector('button'))?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen)
    return (
      <Group ref={closed} gap={4} wrap="nowrap">
        {value}
        {mayEdit && (
          <ActionIcon ref={pencil} variant="subtle" color="gray" size="sm" onClick={open} aria-label={label}>
            <IconPencil size={14} />
          </ActionIcon>
        )}
      </Group>
    );
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" onKeyDown={(event) => event.key === 'Escape' && close()}>
      {children}
      <ActionIcon size={36} onClick={save} loading={isSaving} aria-label={t.save}>
        <IconCheck size={18} />
      </ActionIcon>
      <ActionIcon size={36} variant="default" onClick={close} aria-label={t.cancel}>
        <IconX size={18} />
      </ActionIcon>
    </Group>
  );
}
