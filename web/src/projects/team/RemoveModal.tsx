import * as contract from '@lanka/domain/projects/contract';
import { Button, Group, List, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { roleNames } from '../../identity';
import { useAction, useCall } from '../../kit/http/query';
import { Loaded } from '../../kit/page/states';
import { useProjectId } from '../../kit/session';
import { useText } from '../../kit/text';
import { words } from '../../kit/words';
import { text } from './text';

type Person = Pick<contract.Member, 'id' | 'name' | 'role'>;

interface RemoveProps {
  member: Person;
  opened: boolean;
  close: () => void;
  onRemoved?: () => void;
}

/** What the person has in hand, whom it goes to and what will happen, before anything does. */
export function RemoveModal({ member, opened, close, onRemoved }: RemoveProps) {
  const t = useText(text);
  return (
    <Modal opened={opened} onClose={close} title={t.removeTitle(member.name)} centered>
      <Removal member={member} close={close} {...(onRemoved ? { onRemoved } : {})} />
    </Modal>
  );
}

function Removal({ member, close, onRemoved }: Omit<RemoveProps, 'opened'>) {
  const t = useText(text);
  const w = useText(words);
  const project_id = useProjectId();
  const params = { project_id, id: member.id };
  const belongings = useCall(contract.memberBelongings, { params });
  const [heir, setHeir] = useState<string | null>(null);
  const remove = useAction(contract.removeMember, {
    success: t.removed,
    onSuccess: () => {
      close();
      onRemoved?.();
    },
  });
  const query = heir ? { hand_over_to: heir } : {};
  const effects = member.role === 'Client' ? t.removeClientEffects : t.removeEffects;
  return (
    <Stack gap="md">
      <Loaded query={belongings}>{(found) => <InHand found={found} heir={heir} choose={setHeir} />}</Loaded>
      <div>
        <Text fw={500} mb={4}>
          {w.consequences}
        </Text>
        <List spacing={4}>
          {effects.map((effect) => (
            <List.Item key={effect}>{effect}</List.Item>
          ))}
        </List>
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {w.back}
        </Button>
        <Button
          color="red"
          disabled={!belongings.data}
          loading={remove.isPending}
          onClick={() => remove.mutate({ params, query })}
        >
          {t.remove}
        </Button>
      </Group>
    </Stack>
  );
}

interface InHandProps {
  found: ReturnType<typeof contract.memberBelongings.returns.parse>;
  heir: string | null;
  choose: (heir: string | null) => void;
}

function InHand({ found, heir, choose }: InHandProps) {
  const t = useText(text);
  const roles = useText(roleNames);
  if (found.items.length === 0) return <Text c="dimmed">{t.nothingInHand}</Text>;
  const transferable = found.items.some(({ kind }) => kind !== 'orders');
  return (
    <>
      <div>
        <Text fw={500} mb={4}>
          {t.inHand}
        </Text>
        <List spacing={4}>
          {found.items.map(({ kind, count }) => (
            <List.Item key={kind}>{t.belongings[kind](count)}</List.Item>
          ))}
        </List>
      </div>
      {transferable && (
        <Select
          label={t.handOver}
          description={found.items.some(({ kind }) => kind === 'orders') ? t.ordersFollow : undefined}
          placeholder={t.toNobody}
          data={found.heirs.map(({ id, name, role }) => ({ value: id, label: `${name} · ${roles[role]}` }))}
          value={heir}
          onChange={choose}
          searchable={found.heirs.length > 8}
          clearable
        />
      )}
    </>
  );
}
