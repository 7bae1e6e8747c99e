import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/projects/contract';
import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { useAction, useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { text } from './text';

/** The danger zone: what a deletion does, what stands in its way, and the title typed as the confirmation. */
export function DeleteProject({ project }: { project: contract.Project }) {
  const t = useText(text);
  const [opened, setOpened] = useState(false);
  return (
    <Section title={t.danger}>
      <Group justify="space-between" gap="sm">
        <Text flex="1 1 260px">{t.deleteText(contract.RESTORE_DAYS)}</Text>
        <Button variant="outline" color="red" onClick={() => setOpened(true)}>
          {t.deleteProject}
        </Button>
      </Group>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t.deleteProjectTitle(project.title)} centered>
        <Deletion project={project} close={() => setOpened(false)} />
      </Modal>
    </Section>
  );
}

function Deletion({ project, close }: { project: contract.Project; close: () => void }) {
  const params = { project_id: project.id };
  const deletion = useCall(contract.readDeletion, { params }, { staleTime: 0 });
  return (
    <Loaded query={deletion}>
      {(facts) =>
        facts.open_orders > 0 ? <Blocked facts={facts} close={close} /> : <Confirm {...{ project, facts, close }} />
      }
    </Loaded>
  );
}

function Blocked({ facts, close }: { facts: contract.ProjectDeletion; close: () => void }) {
  const t = useText(text);
  const w = useText(words);
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle />} title={t.deleteBlocked(facts.open_orders)}>
        {t.deleteBlockedText}
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {w.back}
        </Button>
        <Button component={Link} to="/cp/orders">
          {t.toOrders}
        </Button>
      </Group>
    </Stack>
  );
}

function Confirm({
  project,
  facts,
  close,
}: {
  project: contract.Project;
  facts: contract.ProjectDeletion;
  close: () => void;
}) {
  const t = useText(text);
  const w = useText(words);
  const [typed, setTyped] = useState('');
  const remove = useAction(contract.deleteProject, {
    // nothing of the project may stay on screen
    onSuccess: () => window.location.assign('/cp'),
  });
  const effects = [
    t.effectAccess(facts.staff, facts.clients),
    facts.invitations > 0 && t.effectInvitations(facts.invitations),
    facts.clients > 0 && t.effectPastOrders,
    facts.debts > 0 && t.effectDebts(formatMoney(facts.debts)),
    facts.advances > 0 && t.effectAdvances(formatMoney(facts.advances)),
    t.effectKept,
    t.effectRestore(contract.RESTORE_DAYS),
  ].filter((effect) => effect !== false);
  const matches = typed.trim() === project.title;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // the settings are a form around this one
        event.stopPropagation();
        if (matches) remove.mutate({ params: { project_id: project.id }, query: { title: typed.trim() } });
      }}
    >
      <Stack gap="md">
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
        <TextInput
          label={t.typeTitle}
          description={project.title}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {w.back}
          </Button>
          <Button type="submit" color="red" disabled={!matches} loading={remove.isPending}>
            {t.deleteProject}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
