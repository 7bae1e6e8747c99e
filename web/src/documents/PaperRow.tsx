import { ActionIcon, Group, Text, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../kit/text';
import { text } from './text';

interface PaperRowProps {
  title: string;
  loading: boolean;
  save: () => void;
  /** What is said under the title. */
  children: ReactNode;
}

/** An issued paper with the button that saves it. */
export function PaperRow({ title, loading, save, children }: PaperRowProps) {
  const t = useText(text);
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text fw={500}>{title}</Text>
        {children}
      </div>
      <Tooltip label={t.download(title)}>
        <ActionIcon variant="default" size="lg" loading={loading} onClick={save} aria-label={t.download(title)}>
          <IconDownload size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
