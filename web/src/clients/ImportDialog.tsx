import type { ImportClientsAnswer } from '@lanka/domain/clients/contract';
import { Button, FileButton, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { KeyFacts } from '../kit/display/facts';
import { Count } from '../kit/display/values';
import { useAction } from '../kit/http/query';
import { notifyError } from '../kit/overlay/notify';
import { useText } from '../kit/text';
import { useClientCalls } from './calls';
import { text } from './text';

interface ChosenFile {
  readonly file_name: string;
  readonly content: string;
}

const MAX_BYTES = 1_400_000;

/** The bytes of the file as the call takes them. */
async function read(file: File): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 32_768) binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
  return { file_name: file.name.slice(0, 300) || 'clients', content: btoa(binary) };
}

/** A table is looked at first: what its rows would do is shown before anything is written. */
export function ImportDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useText(text);
  const { import: bring, project_id } = useClientCalls();
  const [table, setTable] = useState<ChosenFile | null>(null);
  const [told, setTold] = useState<ImportClientsAnswer | null>(null);
  const end = () => {
    setTable(null);
    setTold(null);
    close();
  };
  const look = useAction(bring, { onSuccess: setTold });
  const write = useAction(bring, { success: t.imported, onSuccess: end });
  const choose = async (file: File | null) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return notifyError(new Error(t.tooLarge));
    const chosen = await read(file);
    setTable(chosen);
    setTold(null);
    look.mutate({ params: { project_id }, body: { ...chosen, dry_run: true } });
  };
  const taken = told ? told.counts.created + told.counts.changed : 0;
  return (
    <Modal opened={opened} onClose={end} title={t.importTitle} size="lg" centered>
      <Stack gap="md">
        <Text>{t.importText}</Text>
        <Group>
          <FileButton accept=".xlsx,.csv,text/csv" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={look.isPending}>
                {table ? t.otherFile : t.chooseFile}
              </Button>
            )}
          </FileButton>
          {table && <Text className="wrap-anywhere">{table.file_name}</Text>}
        </Group>
        {told && <Told told={told} />}
        {told && (
          <Group justify="flex-end">
            {taken === 0 && <Text c="dimmed">{t.nothing}</Text>}
            <Button
              disabled={taken === 0}
              loading={write.isPending}
              onClick={() => table && write.mutate({ params: { project_id }, body: { ...table, dry_run: false } })}
            >
              {t.importDo(taken)}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}

function Told({ told }: { told: ImportClientsAnswer }) {
  const t = useText(text);
  const { created, changed, unchanged, refused } = told.counts;
  return (
    <>
      <KeyFacts
        facts={[
          { label: t.willCreate, value: <Count value={created} /> },
          { label: t.willChange, value: <Count value={changed} /> },
          { label: t.unchanged, value: <Count value={unchanged} /> },
          { label: t.refused, value: <Count value={refused} /> },
        ]}
      />
      {told.refused.length > 0 && (
        <ScrollArea.Autosize mah={240} viewportProps={{ tabIndex: 0, 'aria-label': t.refused }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.row}</Table.Th>
                <Table.Th>{t.name}</Table.Th>
                <Table.Th>{t.reason}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {told.refused.slice(0, 200).map((row) => (
                <Table.Tr key={row.row}>
                  <Table.Td className="figures">{row.row}</Table.Td>
                  <Table.Td className="wrap-anywhere">{[row.name, row.phone].filter(Boolean).join(', ')}</Table.Td>
                  <Table.Td>{row.message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </>
  );
}
