import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../kit/display/facts';
import { FileDrop } from '../kit/form/files';

const ACCEPTED = ['.xlsx', '.csv', '.tsv', '.txt'];
const MAX_BYTES = 5 * 1024 * 1024;

/** Where the rows of a small table come from; the file by its `file_name`. */
export type Source = { readonly pasted: string } | { readonly upload: string };

interface TableSourceProps {
  /** Empty until it is chosen: then nothing can be read. */
  projectId: string;
  words: Readonly<Record<'from' | 'pasted' | 'pastedHint' | 'example' | 'read' | 'drop' | 'dropHint', string>>;
  /** Kept by the page, so that it is there when one comes back from the rows. */
  pasted: string;
  setPasted: (pasted: string) => void;
  read: (source: Source) => void;
  isReading: boolean;
  hint?: string;
  /** What is chosen before. */
  children?: ReactNode;
}

/** Rows that are pasted out of a spreadsheet, or a file of them. */
export function TableSource(props: TableSourceProps) {
  const { projectId, words: t, pasted, setPasted, read, isReading, hint, children } = props;
  return (
    <Section title={t.from}>
      <Stack gap="md">
        {children}
        <Textarea
          label={t.pasted}
          description={t.pastedHint}
          placeholder={t.example}
          autosize
          minRows={6}
          maxRows={16}
          value={pasted}
          onChange={({ currentTarget: { value } }) => setPasted(value)}
          classNames={{ input: 'figures' }}
        />
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        <Group>
          <Button
            onClick={() => read({ pasted })}
            loading={isReading}
            disabled={pasted.trim() === '' || projectId === ''}
          >
            {t.read}
          </Button>
        </Group>
        {projectId !== '' && (
          <FileDrop
            projectId={projectId}
            label={t.drop}
            hint={t.dropHint}
            accept={ACCEPTED}
            maxBytes={MAX_BYTES}
            onUploaded={({ file_name }) => read({ upload: file_name })}
          />
        )}
      </Stack>
    </Section>
  );
}
