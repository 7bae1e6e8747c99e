import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useText } from '../text';
import { fileWords } from './file-words';
import { FileDrop } from './files';

/** A file that is uploaded and waits for the form that will attach it. */
export interface UploadedFile {
  readonly file_name: string;
  readonly name: string;
}

interface UploadsProps {
  projectId: string;
  files: readonly UploadedFile[];
  onChange: (change: (files: readonly UploadedFile[]) => readonly UploadedFile[]) => void;
  accept: readonly string[];
  hint: string;
  most: number;
}

const MAX_FILE = 20 * 1024 * 1024;

/** Files that go with what is being made, each of which may be left out again. */
export function Uploads({ projectId, files, onChange, accept, hint, most }: UploadsProps) {
  const t = useText(fileWords);
  return (
    <Stack gap="xs">
      {files.map(({ file_name, name }) => (
        <Group key={file_name} gap="xs" wrap="nowrap">
          <Text size="sm" className="wrap-anywhere">
            {name}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.removeFile(name)}
            onClick={() => onChange((known) => known.filter((file) => file.file_name !== file_name))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {files.length < most && (
        <FileDrop
          projectId={projectId}
          accept={accept}
          multiple
          maxBytes={MAX_FILE}
          hint={hint}
          onUploaded={({ file_name }, { name }) => onChange((known) => [...known, { file_name, name }])}
        />
      )}
    </Stack>
  );
}
