import { Group, Pill } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** What the cross does, for whoever does not see it. */
  readonly all: string;
  readonly clear: () => void;
  readonly children: ReactNode;
}

/** What the address narrows a page to, with a cross that shows all again. In a row it is as wide as its words. */
export function Narrowed({ all, clear, children }: Props) {
  return (
    <Group gap={6}>
      <Pill
        size="lg"
        withRemoveButton
        onRemove={clear}
        removeButtonProps={{ 'aria-label': all, 'aria-hidden': false, tabIndex: 0 }}
      >
        {children}
      </Pill>
    </Group>
  );
}
