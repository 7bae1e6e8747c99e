import * as contract from '@lanka/domain/integrations/contract';
import { SERVICES, type ServiceName } from '@lanka/domain/integrations/services';
import { TASK_NAMES } from '@lanka/domain/integrations/tasks';
import { Anchor, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { useAction } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { EmptyState, NotFound } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { outcomes, taskStates } from './labels';
import { text } from './text';

const isKnown = (name: string | undefined): name is ServiceName => name !== undefined && Object.hasOwn(SERVICES, name);

export function CallsPage() {
  const { service } = useParams();
  return isKnown(service) ? <Calls service={service} /> : <NotFound />;
}

export function TasksPage() {
  const { service } = useParams();
  return isKnown(service) ? <Tasks service={service} /> : <NotFound />;
}

function Frame({ service, children }: { service: ServiceName; children: ReactNode }) {
  const t = useText(text);
  const { locale } = useLocale();
  const tabs = [
    { to: `/cp/integrations/log/${service}`, label: t.calls },
    { to: `/cp/integrations/log/${service}/tasks`, label: t.tasks },
  ];
  return (
    <Page list title={SERVICES[service][locale]} crumbs={[{ to: '/cp/integrations', label: t.title }]}>
      <RouteTabs label={t.sections} tabs={tabs} />
      {children}
    </Page>
  );
}

/** What was asked of the service within 30 days. */
function Calls({ service }: { service: ServiceName }) {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(contract.listIntegrationCalls, { params: { project_id, service } });
  return (
    <Frame service={service}>
      <DataTable
        id="integration-calls"
        label={t.calls}
        list={list}
        rowKey={(call) => call.id}
        columns={[
          { id: 'at', title: t.at, render: (call) => <DateTime at={call.at} /> },
          { id: 'action', title: t.action, card: 'line', share: 2, render: (call) => <code>{call.action}</code> },
          {
            id: 'outcome',
            title: t.outcome,
            card: 'corner',
            render: (call) => <StatusBadge table={outcomes} value={call.outcome} />,
          },
          { id: 'error', title: t.error, card: 'line', share: 3, render: (call) => call.error ?? '' },
          {
            id: 'ms',
            title: t.ms,
            align: 'right',
            card: 'end',
            render: (call) => <Count value={call.ms} unit={t.msUnit} />,
          },
        ]}
        tools={<StatusTabs list={list} name="outcome" table={outcomes} all={t.all} />}
        empty={<EmptyState drawing="connect" title={t.noCalls} text={t.noCallsText} />}
      />
    </Frame>
  );
}

/** In words, and of which order. */
function What({ task: { kind, ref } }: { task: contract.IntegrationTask }) {
  const t = useText(text);
  const { locale } = useLocale();
  return (
    <>
      {TASK_NAMES[kind]?.[locale] ?? <code>{kind}</code>}
      {ref?.kind === 'order' && (
        <>
          {' · '}
          <Anchor component={Link} to={`/cp/orders/${ref.id}`} inherit underline="always">
            {t.order}
          </Anchor>
        </>
      )}
    </>
  );
}

/** What is to be asked of it, and what failed. */
function Tasks({ service }: { service: ServiceName }) {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(contract.listIntegrationTasks, { params: { project_id, service } });
  return (
    <Frame service={service}>
      <DataTable
        id="integration-tasks"
        label={t.tasks}
        wraps
        list={list}
        rowKey={(task) => task.id}
        columns={[
          { id: 'created', title: t.created, render: (task) => <DateTime at={task.created_at} /> },
          { id: 'kind', title: t.task, card: 'line', share: 2, render: (task) => <What task={task} /> },
          {
            id: 'state',
            title: t.state,
            card: 'corner',
            render: (task) => <StatusBadge table={taskStates} value={task.state} />,
          },
          { id: 'error', title: t.error, card: 'line', share: 3, render: (task) => task.error ?? '' },
          { id: 'attempts', title: t.attempts, align: 'right', render: (task) => <Count value={task.attempts} /> },
          { id: 'next', title: t.next, render: (task) => task.next_at && <DateTime at={task.next_at} /> },
          { id: 'steer', title: '', card: 'line', render: (task) => <Steer task={task} /> },
        ]}
        tools={<StatusTabs list={list} name="state" table={taskStates} all={t.all} />}
        empty={<EmptyState drawing="connect" title={t.noTasks} text={t.noTasksText} />}
      />
    </Frame>
  );
}

function Steer({ task: { id, state } }: { task: contract.IntegrationTask }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const confirm = useConfirm();
  const retry = useAction(contract.retryIntegrationTask, { success: t.retriedOne });
  const cancel = useAction(contract.cancelIntegrationTask, { success: t.canceledOne });
  if (!can('integrations.manage') || (state !== 'waiting' && state !== 'failed')) return null;
  const params = { project_id, id };
  const askCancel = async () => {
    const question = { title: t.cancelTitle, effects: t.cancelEffects, confirmLabel: t.cancel, danger: true };
    if (await confirm(question)) cancel.mutate({ params });
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate({ params })}>
        {t.retry}
      </Button>
      <Button size="compact-sm" variant="default" loading={cancel.isPending} onClick={() => void askCancel()}>
        {t.cancel}
      </Button>
    </Group>
  );
}
