import { type Plan, planTitle } from '@lanka/domain/kit/plans';
import * as contract from '@lanka/domain/sandbox/contract';
import { Alert, Anchor, Button, Code, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiTabs } from '../api_keys';
import { CopyButton, Section } from '../kit/display/facts';
import { DateOnly, DateTime } from '../kit/display/values';
import { formatCount, formatSize } from '../kit/format';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { text } from './text';

/** `/cp/integrations/api/sandbox`: a project to try the API on, made and thrown away by one press. */
export function SandboxPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const state = useCall(contract.readSandbox, { params: { project_id } });
  const [made, setMade] = useState<contract.NewSandbox | null>(null);
  return (
    <Page title={t.title} subtitle={t.subtitle} narrow>
      <ApiTabs />
      <Loaded query={state}>
        {(known) => (
          <>
            {known.sandbox && <Yours of={known.sandbox} made={setMade} />}
            <Gives state={known} made={setMade} />
          </>
        )}
      </Loaded>
      <Modal
        opened={made !== null}
        onClose={() => setMade(null)}
        title={t.shownOnce}
        size="lg"
        centered
        // a press beside it must not lose what is shown once
        closeOnClickOutside={false}
        closeOnEscape={false}
        withCloseButton={false}
      >
        {made && <Key of={made} done={() => setMade(null)} />}
      </Modal>
    </Page>
  );
}

const FILLING_MS = 2_000;

type Made = (made: contract.NewSandbox) => void;

/** Both presses make one; the server is told which one is replaced, so that two at once do not. */
function useMake(made: Made) {
  const t = useText(text);
  const { refresh } = useSession();
  const project_id = useProjectId();
  const create = useAction(contract.createSandbox, { success: t.made });
  return {
    making: create.isPending,
    make: (replaces: string | null) =>
      create.mutate(
        { params: { project_id }, body: { replaces } },
        {
          onSuccess: (answer) => {
            made(answer);
            void refresh();
          },
        },
      ),
  };
}

function Gives({ state, made }: { state: contract.SandboxState; made: Made }) {
  const t = useText(text);
  const { locale } = useLocale();
  const { can } = useSession();
  const { make, making } = useMake(made);
  const { sandbox, allowed, plans, limits } = state;
  const facts = [
    t.filled,
    `${t.limits(formatCount(limits.requests), formatSize(limits.bytes, locale), formatCount(limits.calls_per_minute))} ${t.more(formatCount(limits.products), formatCount(limits.orders))}`,
    t.quiet,
    t.free,
  ];
  return (
    <Section title={allowed ? t.gives : t.noPlan}>
      <Stack align="flex-start">
        <List spacing="xs">
          {facts.map((fact) => (
            <List.Item key={fact}>{fact}</List.Item>
          ))}
        </List>
        {!allowed && (
          <>
            <Text>
              {t.noPlanText} {plans.map((plan) => planTitle(plan as Plan, locale)).join(', ')}.
            </Text>
            <Button component={Link} to="/cp/billing/billing">
              {t.choosePlan}
            </Button>
          </>
        )}
        {allowed && !sandbox && can('sandbox.manage') && (
          <Button leftSection={<IconFlask size={18} aria-hidden />} loading={making} onClick={() => make(null)}>
            {t.make}
          </Button>
        )}
        {!can('sandbox.manage') && <Text c="dimmed">{t.ownerOnly}</Text>}
      </Stack>
    </Section>
  );
}

function Yours({ of, made }: { of: contract.Sandbox; made: Made }) {
  const t = useText(text);
  const { can, switchTo, user } = useSession();
  const project_id = useProjectId();
  const confirm = useConfirm();
  const { make, making } = useMake(made);
  const renew = useAction(contract.createSandboxKey);
  const remove = useAction(contract.deleteSandbox, { success: t.removed });
  const { refresh } = useSession();
  // beside what live updates tell: its data are made in some seconds
  useCall(contract.readSandbox, { params: { project_id } }, { refetchInterval: of.filled ? false : FILLING_MS });
  const isMine = user.projects.some(({ id }) => id === of.id);
  const params = { project_id };
  const ask = async (title: string, effects: readonly string[], label: string, act: () => void) => {
    if (await confirm({ title, effects: [...effects], confirmLabel: label, danger: true })) act();
  };
  const again = () => void ask(t.againTitle, t.againEffects, t.again, () => make(of.id));
  const another = () =>
    void ask(t.keyTitle, t.keyEffects, t.newKey, () => renew.mutate({ params }, { onSuccess: made }));
  const away = () =>
    void ask(t.removeTitle, t.removeEffects, t.remove, () =>
      remove.mutate({ params }, { onSuccess: () => void refresh() }),
    );
  return (
    <Section title={t.yours} action={isMine && <Button onClick={() => switchTo(of.id, '/cp/orders')}>{t.open}</Button>}>
      <Stack>
        <Group gap={4}>
          <Text>{t.project}:</Text>
          <Code fz="sm" style={{ whiteSpace: 'nowrap' }}>
            {of.friendly_id}
          </Code>
          <CopyButton value={of.friendly_id} label={t.project} />
        </Group>
        <Text>
          {t.until}: <DateOnly span date={of.until} /> ({t.left(of.days_left)}) · {t.madeAt}:{' '}
          <DateTime span at={of.made_at} />
        </Text>
        <Text size="sm" c="dimmed" role="status">
          {!of.filled && t.filling}
        </Text>
        {can('sandbox.manage') && (
          <Group gap="xs">
            <Button variant="default" loading={renew.isPending} onClick={another}>
              {t.newKey}
            </Button>
            <Button variant="default" loading={making} onClick={again}>
              {t.again}
            </Button>
            <Button variant="default" c="red" loading={remove.isPending} onClick={away}>
              {t.remove}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}

/** Shown this once: only its hash is kept. */
function Key({ of: { sandbox, key }, done }: { of: contract.NewSandbox; done: () => void }) {
  const t = useText(text);
  const { locale } = useLocale();
  return (
    <Stack>
      <Alert color="yellow" role="status">
        {t.shownOnceText}
      </Alert>
      <Group gap={4} wrap="nowrap">
        <Code fz="md" className="wrap-anywhere" data-testid="api-key">
          {key}
        </Code>
        <CopyButton value={key} label={t.copyKey} />
      </Group>
      <div>
        <Text size="sm" mb={4}>
          {t.example}
        </Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {`curl -H "Authorization: Bearer ${key}" ${window.location.origin}/api/projects/${sandbox.friendly_id}/orders`}
        </Code>
      </div>
      <Anchor href={`/developers/${locale}/reference-orders`} target="_blank">
        {t.docs}
      </Anchor>
      <Button onClick={done}>{t.done}</Button>
    </Stack>
  );
}
