import type { Client, ClientRow } from '@lanka/domain/clients/contract';
import { formatPhone } from '@lanka/domain/kit/phone';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Finder } from '../kit/form/finder';
import { call } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { useClientCalls } from './calls';
import { text } from './text';

interface MergeDialogProps {
  client: Client;
  opened: boolean;
  close: () => void;
}

const titleOf = ({ name, phone }: ClientRow): string => `${name}, ${formatPhone(phone)}`;

export function MergeDialog({ client, opened, close }: MergeDialogProps) {
  const t = useText(text);
  const { list, merge, project_id } = useClientCalls();
  const [other, setOther] = useState<ClientRow | null>(null);
  const end = () => {
    setOther(null);
    close();
  };
  const take = useAction(merge, { success: t.merged, onSuccess: end });
  return (
    <Modal opened={opened} onClose={end} title={t.mergeTitle} centered>
      <Stack gap="md">
        <Text>{t.mergeText}</Text>
        <Finder
          label={t.mergeWith}
          placeholder={t.search}
          find={async (q, signal) => {
            const query = { limit: 20, ...(q ? { q } : {}) };
            const { items } = await call(list, { params: { project_id }, query, ...(signal ? { signal } : {}) });
            return items.filter(({ id }) => id !== client.id);
          }}
          keyOf={({ id }) => id}
          nameOf={titleOf}
          onPick={setOther}
          onClear={() => setOther(null)}
          chosen={other ? titleOf(other) : ''}
        />
        {other && (
          <List size="sm">
            {t.mergeEffects(other.name).map((effect) => (
              <List.Item key={effect}>{effect}</List.Item>
            ))}
          </List>
        )}
        <Group justify="flex-end">
          <Button
            disabled={!other}
            loading={take.isPending}
            onClick={() =>
              other && take.mutate({ params: { project_id, id: client.id }, body: { client_id: other.id } })
            }
          >
            {t.mergeDo}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
