import type { Counterparty } from '@lanka/domain/partners/contract';
import { regroupCounterparties } from '@lanka/domain/partners/groups';
import { Anchor, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { text } from './text';
import { useGroups } from './useGroups';

interface RegroupProps {
  counterparties: readonly Counterparty[];
  /** Says whether something was changed. */
  close: (changed: boolean) => void;
}

/** In which groups these are; a box that is neither stays as it is for each of them. */
export function RegroupModal({ counterparties, close }: RegroupProps) {
  const t = useText(text);
  const [first] = counterparties;
  const title = counterparties.length === 1 && first ? t.groupsOf(first.name) : t.groupsOfMany(counterparties.length);
  return (
    <Modal opened centered onClose={() => close(false)} title={title}>
      <RegroupForm counterparties={counterparties} close={close} />
    </Modal>
  );
}

function RegroupForm({ counterparties, close }: RegroupProps) {
  const t = useText(text);
  const w = useText(words);
  const project_id = useProjectId();
  const { options } = useGroups(project_id);
  const regroup = useAction(regroupCounterparties, { success: t.regrouped, onSuccess: () => close(true) });
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const known = (id: string): boolean | null => {
    const count = counterparties.filter(({ groups }) => groups.some((group) => group.id === id)).length;
    return count === 0 ? false : count === counterparties.length ? true : null;
  };
  const changed = options.filter(({ value }) => chosen.has(value) && chosen.get(value) !== known(value));
  const ids = (isIn: boolean) => changed.filter(({ value }) => chosen.get(value) === isIn).map(({ value }) => value);
  if (options.length === 0)
    return (
      <Stack gap="md">
        <Text>{t.noGroupsText}</Text>
        <Anchor component={Link} to="/cp/counterparties/groups">
          {t.groups}
        </Anchor>
      </Stack>
    );
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.regroupHint}
      </Text>
      <Stack gap="xs">
        {options.map(({ value, label }) => {
          const isIn = chosen.get(value) ?? known(value);
          return (
            <Checkbox
              key={value}
              label={label}
              checked={isIn === true}
              indeterminate={isIn === null}
              onChange={({ currentTarget }) => setChosen(new Map(chosen).set(value, currentTarget.checked))}
            />
          );
        })}
      </Stack>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => close(false)}>
          {w.cancel}
        </Button>
        <Button
          loading={regroup.isPending}
          disabled={changed.length === 0}
          onClick={() =>
            regroup.mutate({
              params: { project_id },
              body: { counterparty_ids: counterparties.map(({ id }) => id), add: ids(true), remove: ids(false) },
            })
          }
        >
          {t.saveGroup}
        </Button>
      </Group>
    </Stack>
  );
}
