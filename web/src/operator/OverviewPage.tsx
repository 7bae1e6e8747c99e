import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import { readOverview } from '@lanka/domain/operator/contract';
import { Alert, Anchor, Group, Paper, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconInbox,
  IconMoodSad,
  IconPlugConnectedX,
  IconRosetteDiscountCheck,
  IconTool,
  IconUserQuestion,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { Count, DateTime } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { type Icon, Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { Deeds, OnlyStaff, OperatorTabs, ROOT } from './parts';
import { text } from './text';
import { waitingOf } from './Waiting';

/** `/cp/operator`: what needs an operator now. */
export const OverviewPage = () => (
  <OnlyStaff>
    <Overview />
  </OnlyStaff>
);

function Overview() {
  const t = useText(text);
  const overview = useCall(readOverview, {});
  return (
    <Page title={t.title}>
      <OperatorTabs />
      <Loaded query={overview}>
        {(data) => (
          <Stack gap="md">
            {data.maintenance && (
              <Alert color="orange" icon={<IconTool />}>
                {t.maintenanceOn}{' '}
                <Anchor component={Link} to={`${ROOT}/maintenance`} inherit underline="always" c="inherit">
                  {t.toMaintenance}
                </Anchor>
              </Alert>
            )}
            <Section title={t.needsYou}>
              {waitingOf(data) === 0 ? (
                <Text c="dimmed">{t.nothingWaits}</Text>
              ) : (
                <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
                  {data.pending_requests > 0 && (
                    <Waiting
                      to={`${ROOT}/requests?status=pending`}
                      icon={IconUserQuestion}
                      count={data.pending_requests}
                      label={t.waitingRequests(data.pending_requests)}
                      oldest={data.oldest_request_at}
                    />
                  )}
                  {data.asked_verifications > 0 && (
                    <Waiting
                      to={`${ROOT}/catalogue?verification=requested`}
                      icon={IconRosetteDiscountCheck}
                      count={data.asked_verifications}
                      label={t.waitingVerifications(data.asked_verifications)}
                    />
                  )}
                  {data.new_complaints > 0 && (
                    <Waiting
                      to={`${ROOT}/catalogue_complaints?status=new`}
                      icon={IconMoodSad}
                      count={data.new_complaints}
                      label={t.waitingComplaints(data.new_complaints)}
                    />
                  )}
                  {data.new_messages > 0 && (
                    <Waiting
                      to={`${ROOT}/messages?status=new`}
                      icon={IconInbox}
                      count={data.new_messages}
                      label={t.waitingMessages(data.new_messages)}
                      oldest={data.oldest_message_at}
                    />
                  )}
                  {data.dead_letters > 0 && (
                    <Waiting
                      to={`${ROOT}/jobs`}
                      icon={IconAlertTriangle}
                      count={data.dead_letters}
                      label={t.waitingJobs(data.dead_letters)}
                      oldest={data.oldest_dead_letter_at}
                    />
                  )}
                  {data.troubled_services > 0 && (
                    <Waiting
                      to={`${ROOT}/services`}
                      icon={IconPlugConnectedX}
                      count={data.troubled_services}
                      label={t.waitingServices(data.troubled_services)}
                    />
                  )}
                </SimpleGrid>
              )}
            </Section>
            <Section title={t.platform}>
              <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="lg">
                <Figure
                  to={`${ROOT}/users`}
                  label={t.users}
                  value={data.users}
                  more={{ to: `${ROOT}/users?from=${data.week_from}`, count: data.users_this_week }}
                />
                <Figure
                  to={`${ROOT}/projects?status=active`}
                  label={t.projects}
                  value={data.projects}
                  more={{ to: `${ROOT}/projects?status=active&from=${data.week_from}`, count: data.projects_this_week }}
                />
                <Figure to={`${ROOT}/users?role=Staff`} label={t.operators} value={data.staff} />
                <Figure to={`${ROOT}/users?blocked=true`} label={t.blockedUsers} value={data.blocked_users} />
                <Figure
                  to={`${ROOT}/projects?status=deleted`}
                  label={t.deletedProjects}
                  value={data.deleted_projects}
                />
              </SimpleGrid>
            </Section>
            <Deeds title={t.lastActions} />
            <Anchor component={Link} to={`${ROOT}/actions`} size="sm">
              {t.allActions}
            </Anchor>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

interface WaitingProps {
  to: string;
  icon: Icon;
  count: number;
  label: string;
  oldest?: string | null;
}

function Waiting({ to, icon: IconShown, count, label, oldest = null }: WaitingProps) {
  const t = useText(text);
  return (
    <Paper withBorder radius="md" p="md">
      <UnstyledButton component={Link} to={to} w="100%">
        <Group gap="md" wrap="nowrap" align="flex-start">
          <IconShown size={28} stroke={1.6} />
          <div>
            <Text size="xl" fw={700} lh={1.2}>
              <Count value={count} most={EXACT_TOTAL} /> <Text span>{label}</Text>
            </Text>
            {oldest && (
              <Text size="sm" c="dimmed">
                {t.oldest} <DateTime at={oldest} />
              </Text>
            )}
          </div>
        </Group>
      </UnstyledButton>
    </Paper>
  );
}

interface FigureProps {
  to: string;
  label: string;
  value: number;
  /** So many of them since a week. */
  more?: { to: string; count: number };
}

function Figure({ to, label, value, more }: FigureProps) {
  const t = useText(text);
  return (
    <div>
      <Anchor component={Link} to={to} size="sm">
        {label}
      </Anchor>
      <Text size="xl" fw={700} lh={1.3}>
        <Count value={value} most={EXACT_TOTAL} />
      </Text>
      {more && more.count > 0 && (
        <Anchor component={Link} to={more.to} size="sm">
          {t.thisWeek(more.count)}
        </Anchor>
      )}
    </div>
  );
}
