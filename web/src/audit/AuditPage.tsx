import * as contract from '@lanka/domain/audit/contract';
import { Alert, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { CopyButton, Section } from '../kit/display/facts';
import { ProgressCard } from '../kit/display/jobs';
import { Amount, Count, DateTime } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { checkNames, tableNames, text } from './text';

/** An event tells when the check is done; one that was lost on the way is made up for. */
const POLL_MS = 5_000;

export function AuditPage() {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const known = useCall(contract.readAudit, { params }, { staleTime: 0 });
  // while it is compared at this moment nobody need ask how far the one in the background is
  const waits = known.data?.running === true && !known.data.live;
  const audit = useCall(contract.readAudit, { params }, { staleTime: 0, refetchInterval: waits ? POLL_MS : false });
  const ask = useAction(contract.askAudit);
  const { can } = useSession();
  const background = audit.data?.live === false;
  return (
    <Page
      title={t.title}
      subtitle={t.intro}
      action={
        (!background || can('audit.run')) && {
          label: t.run,
          icon: IconRefresh,
          loading: ask.isPending || (audit.isFetching && !background),
          onClick: () => (background ? ask.mutate({ params }) : void audit.refetch()),
          disabledReason: waits ? t.runningReason : null,
        }
      }
    >
      <Loaded query={audit}>{(result) => <Result audit={result} />}</Loaded>
    </Page>
  );
}

function Result({ audit }: { audit: contract.Audit }) {
  const t = useText(text);
  const running = audit.running && !audit.live;
  return (
    <Stack gap="md">
      {running && (
        <div>
          <ProgressCard title={t.running} status="running" progress={null} />
          <Text size="sm" c="dimmed" mt="xs">
            {t.background}
          </Text>
        </div>
      )}
      {!running && audit.failed_at && !audit.live && (
        <Alert
          color="orange"
          icon={<IconAlertTriangle />}
          title={t.failed}
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
        >
          <DateTime at={audit.failed_at} />
        </Alert>
      )}
      {audit.checked_at !== null && <Verdict audit={audit} checkedAt={audit.checked_at} />}
      {audit.checked_at === null && !running && <EmptyState drawing="search" title={t.never} text={t.neverText} />}
      {audit.checks.map((check) => (
        <OneCheck key={check.name} check={check} />
      ))}
    </Stack>
  );
}

function Verdict({ audit, checkedAt }: { audit: contract.Audit; checkedAt: string }) {
  const t = useText(text);
  const total = audit.checks.reduce((sum, check) => sum + check.differences_total, 0);
  const color = audit.ok ? 'var(--text-positive)' : 'var(--text-negative)';
  const Mark = audit.ok ? IconCircleCheck : IconAlertTriangle;
  return (
    <Paper withBorder radius="md" p="md" role="status">
      <Group gap="sm" wrap="nowrap">
        <Mark size={28} color={color} aria-hidden style={{ flexShrink: 0 }} />
        <div>
          <Text fw={600} c={color}>
            {audit.ok ? t.ok : t.notOk(total)}
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {t.checkedAt}: <DateTime at={checkedAt} />
          </Text>
          {!audit.live && (
            <Text size="sm" c="dimmed">
              {t.kept}
            </Text>
          )}
        </div>
      </Group>
    </Paper>
  );
}

const isMoney = (table: contract.Difference['table']) =>
  table === 'counterparty_accounts' || table === 'account_sums' || table === 'postings' || table === 'orders';

function OneCheck({ check }: { check: contract.Check }) {
  const t = useText(text);
  const about = useText(checkNames)[check.name];
  const isFine = check.differences_total === 0;
  return (
    <Section
      title={about.title}
      action={
        <Text size="sm" fw={500} c={isFine ? 'var(--text-positive)' : 'var(--text-negative)'}>
          {isFine ? t.fine : t.notOk(check.differences_total)}
        </Text>
      }
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {about.text}
        </Text>
        <Text size="sm" c="dimmed" className="figures">
          {t.rows}: {formatCount(check.rows_checked)}
        </Text>
      </Group>
      {!isFine && <Differences check={check} />}
    </Section>
  );
}

function Differences({ check }: { check: contract.Check }) {
  const t = useText(text);
  const tables = useText(tableNames);
  return (
    <>
      <Table.ScrollContainer
        minWidth={560}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t.where } }}
      >
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.what}</Table.Th>
              <Table.Th>{t.where}</Table.Th>
              <Table.Th className="cell-right">{t.expected}</Table.Th>
              <Table.Th className="cell-right">{t.found}</Table.Th>
              <Table.Th>{t.id}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {check.differences.map((one) => (
              <Table.Tr key={`${one.table} ${one.id} ${one.expected}`}>
                <Table.Td className="wrap-anywhere">{one.name}</Table.Td>
                <Table.Td>{tables[one.table]}</Table.Td>
                {[one.expected, one.found].map((value, i) => (
                  <Table.Td key={i === 0 ? 'expected' : 'found'} className="cell-right figures">
                    {isMoney(one.table) ? <Amount kopecks={value} /> : <Count value={value} />}
                  </Table.Td>
                ))}
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    <Text size="sm" c="dimmed" className="figures">
                      …{one.id.slice(-8)}
                    </Text>
                    <CopyButton value={one.id} />
                  </Group>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {check.differences_total > check.differences.length && (
        <Text size="sm" c="dimmed">
          {t.more(check.differences.length, check.differences_total)}
        </Text>
      )}
    </>
  );
}
