import * as contract from '@lanka/domain/integrations/contract';
import { SERVICES } from '@lanka/domain/integrations/services';
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { states } from './labels';
import { NotInPlan, usePlanRefusal } from './NotInPlan';
import { text } from './text';

/** How each service is, in plain words, and what one can do about it. */
export function IntegrationsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const found = useCall(contract.listIntegrations, { params: { project_id } });
  return (
    <Page title={t.title}>
      <Loaded query={found}>
        {({ items }) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
            {items.map((one) => (
              <ServiceCard key={one.service} of={one} />
            ))}
          </SimpleGrid>
        )}
      </Loaded>
    </Page>
  );
}

function ServiceCard({ of }: { of: contract.Integration }) {
  const t = useText(text);
  const { locale } = useLocale();
  const isOff = of.state === 'off';
  const isRefused = usePlanRefusal(of.service) !== null;
  return (
    <Paper component="section" withBorder radius="md" p="md" aria-labelledby={`service-${of.service}`}>
      <Stack gap="sm" h="100%">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id={`service-${of.service}`}>
            {SERVICES[of.service][locale]}
          </Title>
          <StatusBadge table={states} value={of.state} />
        </Group>
        <Text size="sm" c="dimmed">
          {of.last_success_at ? (
            <>
              {t.lastSuccess} <DateTime at={of.last_success_at} />
            </>
          ) : (
            t.never
          )}
        </Text>
        <NotInPlan service={of.service} />
        {of.last_error && (
          <Alert color={of.state === 'failing' ? 'red' : 'yellow'} title={t.lastError} py="xs">
            {of.last_error}{' '}
            <Text span size="sm">
              <DateTime at={of.last_failure_at} />
            </Text>
            {of.state === 'failing' && <Text size="sm">{t.whatToDo}</Text>}
          </Alert>
        )}
        {(of.waiting > 0 || of.failed > 0) && <QueueCounts of={of} />}
        <Group gap="xs" mt="auto">
          {!(isOff && isRefused) && (
            <Button component={Link} to={of.settings} variant={isOff ? 'filled' : 'default'}>
              {isOff ? t.connect : t.settings}
            </Button>
          )}
          <Button component={Link} to={`/cp/integrations/log/${of.service}`} variant="default">
            {t.log}
          </Button>
          <Steer of={of} />
        </Group>
      </Stack>
    </Paper>
  );
}

function QueueCounts({ of }: { of: contract.Integration }) {
  const t = useText(text);
  return (
    <Text size="sm">
      {of.waiting > 0 && (
        <>
          {t.waiting(of.waiting)}
          {of.waiting_since && (
            <>
              , {t.oldest} <DateTime at={of.waiting_since} />
            </>
          )}
        </>
      )}
      {of.waiting > 0 && of.failed > 0 && ' · '}
      {of.failed > 0 && (
        <Text span c="red">
          {t.failedTasks(of.failed)}
        </Text>
      )}
    </Text>
  );
}

/** Pause, go on, try at once: for those who may. */
function Steer({ of: { service, state, waiting, failed } }: { of: contract.Integration }) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const { can } = useSession();
  const confirm = useConfirm();
  const pause = useAction(contract.pauseIntegration, { success: t.paused });
  const resume = useAction(contract.resumeIntegration, { success: t.resumed });
  const retry = useAction(contract.retryIntegrationTasks, { success: ({ tasks }) => t.retried(tasks) });
  if (!can('integrations.manage') || state === 'off') return null;
  const params = { project_id, service };
  const askPause = async () => {
    const title = t.pauseTitle(SERVICES[service][locale]);
    if (await confirm({ title, effects: t.pauseEffects, confirmLabel: t.pause })) pause.mutate({ params });
  };
  return (
    <>
      {state !== 'paused' && waiting + failed > 0 && (
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate({ params })}>
          {t.retryAll}
        </Button>
      )}
      {state === 'paused' ? (
        <Button loading={resume.isPending} onClick={() => resume.mutate({ params })}>
          {t.resume}
        </Button>
      ) : (
        <Button variant="default" loading={pause.isPending} onClick={() => void askPause()}>
          {t.pause}
        </Button>
      )}
    </>
  );
}
