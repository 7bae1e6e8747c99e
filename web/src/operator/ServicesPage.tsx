import * as contract from '@lanka/domain/integrations/operator';
import { SERVICES, serviceNames } from '@lanka/domain/integrations/services';
import { Alert, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { StatusBadge, type StatusTable, StatusTabs } from '../kit/display/status';
import { Aside, Count, DateTime } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { OnlyStaff, OperatorTabs, ROOT } from './parts';
import { text } from './text';

const { ua, en } = text;

export const troubles: StatusTable<contract.Trouble> = {
  failing: { color: 'red', ua: ua.failing, en: en.failing },
  late: { color: 'orange', ua: ua.late, en: en.late },
  given_up: { color: 'yellow', ua: ua.givenUp, en: en.givenUp },
};

/** The server looks at all projects once a minute. */
const LOOK_AGAIN_MS = 30_000;

/** `/cp/operator/services`: services of others across all projects, and the projects where one is in trouble. */
export const ServicesPage = () => (
  <OnlyStaff>
    <Services />
  </OnlyStaff>
);

function Services() {
  const t = useText(text);
  const { locale } = useLocale();
  const list = useList(contract.listServiceTroubles, {});
  const found = useCall(contract.listOperatorServices, {}, { refetchInterval: LOOK_AGAIN_MS });
  return (
    <Page list title={t.services} subtitle={t.servicesText}>
      <OperatorTabs />
      <Loaded query={found}>
        {({ items }) =>
          items.length === 0 ? (
            <Text c="dimmed">{t.notMeasured}</Text>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              {items.map((one) => (
                <ServiceCard key={one.service} of={one} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
      <DataTable
        id="operator-services"
        label={t.inTrouble}
        list={list}
        rowKey={(row) => `${row.project.id} ${row.service}`}
        rowLink={(row) => `${ROOT}/projects/${row.project.id}`}
        columns={useColumns()}
        tools={
          <>
            <StatusTabs list={list} name="trouble" table={troubles} all={t.inTrouble} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'service',
                  label: t.service,
                  kind: 'choice',
                  options: serviceNames.map((value) => ({ value, label: SERVICES[value][locale] })),
                },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="connect" title={t.noTrouble} text={t.noTroubleText} />}
      />
    </Page>
  );
}

function ServiceCard({ of }: { of: contract.OperatorService }) {
  const t = useText(text);
  const { locale } = useLocale();
  const { working, failing, late, paused, waiting, waiting_since, given_up } = of;
  const worst = failing > 0 ? 'failing' : late > 0 ? 'late' : null;
  return (
    <Paper component="section" withBorder radius="md" p="md" aria-labelledby={`service-${of.service}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" id={`service-${of.service}`}>
            {SERVICES[of.service][locale]}
          </Title>
          {worst && <StatusBadge table={troubles} value={worst} />}
        </Group>
        <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
          <Figure label={t.connectedProjects} value={working + failing + late + paused} />
          <Figure label={t.failingProjects} value={failing} />
          <Figure label={t.lateProjects} value={late} />
          <Figure label={t.pausedProjects} value={paused} />
          <Figure
            label={t.waitingTasks}
            value={waiting}
            more={
              waiting_since && (
                <>
                  {t.oldest} <DateTime at={waiting_since} />
                </>
              )
            }
          />
          <Figure label={t.givenUpTasks} value={given_up} />
        </SimpleGrid>
        {of.last_error && (
          <Alert color={failing > 0 ? 'red' : 'yellow'} title={t.lastError} py="xs">
            {of.last_error}{' '}
            <Text span size="sm">
              <DateTime at={of.last_failure_at} />
            </Text>
          </Alert>
        )}
        <Text size="sm" c="dimmed">
          {of.last_success_at ? (
            <>
              {t.lastSuccess} <DateTime at={of.last_success_at} />
            </>
          ) : (
            t.neverAsked
          )}
          {' · '}
          {t.measured} <DateTime at={of.measured_at} />
        </Text>
      </Stack>
    </Paper>
  );
}

function Figure({ label, value, more }: { label: string; value: number; more?: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="lg" fw={700} lh={1.3}>
        <Count value={value} />
      </Text>
      {more && (
        <Text size="sm" c="dimmed">
          {more}
        </Text>
      )}
    </div>
  );
}

function useColumns(): Column<contract.ServiceTrouble>[] {
  const t = useText(text);
  const { locale } = useLocale();
  return [
    { id: 'project', title: t.project, cut: true, share: 2, render: ({ project }) => project.title },
    { id: 'service', title: t.service, card: 'line', render: ({ service }) => SERVICES[service][locale] },
    {
      id: 'trouble',
      title: t.status,
      card: 'corner',
      render: ({ trouble }) => <StatusBadge table={troubles} value={trouble} />,
    },
    {
      id: 'error',
      title: t.lastError,
      card: 'line',
      share: 3,
      render: ({ last_error, last_failure_at }) =>
        last_error && (
          <>
            {last_error}
            <Aside>
              <DateTime at={last_failure_at} />
            </Aside>
          </>
        ),
    },
    {
      id: 'waiting',
      title: t.waitingTasks,
      align: 'right',
      render: ({ waiting, waiting_since }) => (
        <>
          <Count value={waiting} />
          {waiting_since && (
            <Aside>
              <DateTime at={waiting_since} />
            </Aside>
          )}
        </>
      ),
    },
    { id: 'given_up', title: t.givenUpTasks, align: 'right', render: ({ given_up }) => <Count value={given_up} /> },
    { id: 'since', title: t.troubleSince, sort: 'since', card: 'end', render: ({ since }) => <DateTime at={since} /> },
  ];
}

/** Of one project, on its page; nothing when all is well. */
export function ProjectTroubles({ id }: { id: string }) {
  const t = useText(text);
  const { locale } = useLocale();
  const { data } = useCall(contract.listServiceTroubles, { query: { project_id: id } });
  if (!data || data.items.length === 0) return null;
  return (
    <Alert color="orange" title={t.inTrouble}>
      <Stack gap="xs">
        {data.items.map(({ service, trouble, since, last_error, waiting, given_up }) => (
          <div key={service}>
            <Group gap="xs">
              <Text fw={500}>{SERVICES[service][locale]}</Text>
              <StatusBadge table={troubles} value={trouble} />
              <Text size="sm">
                {t.troubleSince}: <DateTime at={since} />
              </Text>
            </Group>
            {last_error && <Text size="sm">{last_error}</Text>}
            <Text size="sm">
              {t.waitingTasks}: <Count value={waiting} /> · {t.givenUpTasks}: <Count value={given_up} />
            </Text>
          </div>
        ))}
      </Stack>
    </Alert>
  );
}
