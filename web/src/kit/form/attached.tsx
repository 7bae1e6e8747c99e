/**
 * Files that belong to something: an order, a product.
 *
 *   const files = useCall(listFiles, { params }, AS_LONG_AS_LINKS);
 *   <AttachedFiles files={files} projectId={p} mayAdd={…} hint={t.fileHint}
 *     add={(file_name) => attach.mutate({ params, body: { file_name } })}
 *     about={(file) => whoOf(file.author)} actions={(file) => <FileMenu … />} />
 */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Section } from '../display/facts';
import { fileLink } from '../display/file-link';
import { DateTime } from '../display/values';
import { Loaded } from '../page/states';
import { useText } from '../text';
import { text } from './attached-text';
import { FileDrop } from './files';

const MAX_FILE = 20 * 1024 * 1024;

/** Links are valid for one hour: an open page asks for new ones in time. */
export const AS_LONG_AS_LINKS = { refetchInterval: 45 * 60_000 };

interface Attached {
  id: string;
  name: string;
  url: string;
  created_at: string;
}

interface AttachedFilesProps<F extends Attached> {
  files: UseQueryResult<{ items: F[] }>;
  projectId: string;
  mayAdd: boolean;
  hint: string;
  add: (fileName: string) => void;
  /** Who added it. */
  about: (file: F) => ReactNode;
  actions?: (file: F) => ReactNode;
}

export function AttachedFiles<F extends Attached>(props: AttachedFilesProps<F>) {
  const { files, projectId, mayAdd, hint, add, about, actions } = props;
  const t = useText(text);
  const [isAdding, setAdding] = useState(false);
  const open = mayAdd && !isAdding && (
    <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
      {t.addFile}
    </Button>
  );
  if (files.data?.items.length === 0 && !isAdding) return <Section title={t.files} empty={t.noFiles} action={open} />;
  return (
    <Section title={t.files} action={open}>
      <Stack gap="md">
        <Loaded query={files}>
          {({ items }) =>
            items.length > 0 && (
              <Stack gap="xs">
                {items.map((file) => (
                  <Group key={file.id} gap="sm" wrap="nowrap" align="flex-start" justify="space-between">
                    <Group gap="sm" wrap="nowrap" align="flex-start">
                      <IconFile size={20} stroke={1.5} aria-hidden className="file-drop-icon" />
                      <div>
                        <Anchor {...fileLink(file)} aria-label={t.open(file.name)} className="wrap-anywhere">
                          {file.name}
                        </Anchor>
                        <Text size="sm" c="dimmed">
                          {about(file)} · <DateTime at={file.created_at} />
                        </Text>
                      </div>
                    </Group>
                    {actions?.(file)}
                  </Group>
                ))}
              </Stack>
            )
          }
        </Loaded>
        {isAdding && (
          <FileDrop
            projectId={projectId}
            multiple
            maxBytes={MAX_FILE}
            hint={hint}
            onUploaded={({ file_name }) => add(file_name)}
          />
        )}
      </Stack>
    </Section>
  );
}
