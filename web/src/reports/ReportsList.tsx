import { dotted, dottedDays } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/reports/contract';
import { REPORTS } from '@lanka/domain/reports/kinds';
import { ActionIcon, Alert, Button, Group, Menu, Text, Title } from '@mantine/core';
import { IconDots, IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { isRunning } from '../kit/display/jobs';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { CallError, call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import { messageOf, notify } from '../kit/overlay/notify';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { reportStatus, text } from './text';

/** Live updates may be lost with the connection: then it is asked for. */
const POLL_MS = 3_000;

const daysOf = ({ from, to, on }: contract.Report): string =>
  on ? dotted(on) : from && to ? dottedDays({ from, to }) : '';

/** Reports of the last 30 days; of one schedule where it is named. */
export function ReportsList({ title, schedule_id }: { title: string; schedule_id?: string }) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const [polls, setPolls] = useState(false);
  const list = useList(
    contract.listReports,
    { params: { project_id }, ...(schedule_id ? { fixed: { schedule_id } } : {}) },
    { refetchInterval: polls ? POLL_MS : false },
  );
  const busy = list.items.some(({ status }) => isRunning(status));
  if (busy !== polls) setPolls(busy);
  return (
    <>
      <Title order={2} size="h4" mt="md">
        {title}
      </Title>
      <DataTable
        label={title}
        list={list}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'kind',
            title: t.report,
            cut: true,
            share: 3,
            render: ({ kind, subject }) => [REPORTS[kind][locale], subject].filter(Boolean).join(': '),
          },
          { id: 'days', title: t.days, card: 'line', render: daysOf },
          {
            id: 'status',
            title: t.status,
            render: (row) => <StatusBadge table={reportStatus} value={row.status} />,
          },
          {
            id: 'state',
            title: t.status,
            only: 'card',
            card: 'corner',
            render: ({ status }) => status !== 'done' && <StatusBadge table={reportStatus} value={status} />,
          },
          { id: 'file', title: t.file, card: 'corner', render: (row) => <Actions report={row} /> },
          { id: 'created_at', title: t.created, card: 'line', render: (row) => <DateTime at={row.created_at} /> },
          {
            id: 'who',
            title: t.who,
            cut: true,
            render: ({ user_name, schedule_id: by }) => (by ? t.byClock : user_name),
          },
          { id: 'rows', title: t.rows, align: 'right', render: (row) => <Count value={row.rows} /> },
        ]}
        empty={<EmptyState drawing="search" title={t.none} text={t.noneText} />}
      />
    </>
  );
}

/** One that somebody was told of, at the head of the page. */
export function ToldReport({ id }: { id: string }) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const found = useCall(contract.readReport, { params: { project_id, id } });
  if (found.error instanceof CallError && found.error.status === 404) return <Alert color="accent">{t.gone}</Alert>;
  return (
    <Loaded query={found}>
      {(report) => (
        <Section title={[REPORTS[report.kind][locale], report.subject].filter(Boolean).join(': ')}>
          <Group justify="space-between" gap="sm">
            <Group gap="sm">
              <StatusBadge table={reportStatus} value={report.status} />
              <Text>{daysOf(report)}</Text>
              {report.status === 'done' && <Text c="dimmed">{t.rowCount(report.rows)}</Text>}
            </Group>
            <Actions report={report} />
          </Group>
        </Section>
      )}
    </Loaded>
  );
}

function Actions({ report }: { report: contract.Report }) {
  const t = useText(text);
  const project_id = useProjectId();
  const confirm = useConfirm();
  const [fetching, setFetching] = useState(false);
  const again = useAction(contract.createReport, { success: t.started });
  const remove = useAction(contract.deleteReport, { success: t.deleted });
  const { id, kind, format, from, to, on, product_variant_id, counterparty_id, file_name, url, error } = report;
  const repeat = () => {
    const given = Object.entries({ from, to, on, product_variant_id, counterparty_id }).filter(([, value]) => value);
    again.mutate({ params: { project_id }, body: { kind, format, ...Object.fromEntries(given) } });
  };
  /** The address is good for an hour, and the page may be open for longer: it is asked for anew. */
  const fetchFile = async () => {
    setFetching(true);
    try {
      const fresh = await call(contract.readReport, { params: { project_id, id } });
      const link = document.createElement('a');
      link.href = fresh.url ?? '';
      link.download = fresh.file_name ?? '';
      link.click();
    } catch (failure) {
      // specification §8: report download error
      notify('error', `${t.downloadFailed}: ${messageOf(failure)}`);
    }
    setFetching(false);
  };
  const onDelete = async () => {
    const question = { title: t.deleteTitle, text: t.deleteText, confirmLabel: t.delete, danger: true };
    if (await confirm(question)) remove.mutate({ params: { project_id, id } });
  };
  return (
    <Group gap="xs" wrap="nowrap">
      {url ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={fetching}
          leftSection={<IconDownload size={14} />}
          aria-label={`${t.download}: ${file_name ?? ''}`}
          onClick={() => void fetchFile()}
        >
          {format.toUpperCase()}
        </Button>
      ) : (
        error && (
          <Text size="sm" maw={240} lineClamp={2} title={error.message}>
            {error.message}
          </Text>
        )
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.actions}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={repeat} disabled={again.isPending}>
            {t.again}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => void onDelete()}>
            {t.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
