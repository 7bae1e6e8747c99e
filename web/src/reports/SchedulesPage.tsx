import * as contract from '@lanka/domain/reports/contract';
import { REPORTS } from '@lanka/domain/reports/kinds';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { REPORTS_PAGE, ReportTabs, SCHEDULES_PAGE } from './parts';
import { scheduleState, scheduleText } from './schedule-text';
import { stateOf, useRhythm } from './schedule-words';
import { text } from './text';

/** `/cp/reports/schedules` */
export function SchedulesPage() {
  const t = useText(scheduleText);
  const words = useText(text);
  const { locale } = useLocale();
  const rhythmOf = useRhythm();
  const project_id = useProjectId();
  const list = useList(contract.listSchedules, { params: { project_id } });
  const create = `${SCHEDULES_PAGE}/new`;
  return (
    <Page
      title={words.schedules}
      subtitle={t.subtitle}
      crumbs={[{ to: REPORTS_PAGE, label: words.title }]}
      action={{ label: t.create, icon: IconPlus, to: create }}
    >
      <ReportTabs />
      <DataTable
        label={words.schedules}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `${SCHEDULES_PAGE}/${id}`}
        columns={[
          {
            id: 'kind',
            title: words.report,
            cut: true,
            share: 2,
            render: ({ kind, subject }) => [REPORTS[kind][locale], subject].filter(Boolean).join(': '),
          },
          { id: 'rhythm', title: t.rhythm, card: 'line', render: rhythmOf },
          {
            id: 'recipients',
            title: t.recipients,
            cut: true,
            share: 2,
            card: 'line',
            render: ({ recipients }) => recipients.map(({ name }) => name).join(', ') || '–',
          },
          {
            id: 'next',
            title: t.next,
            render: ({ next_at }) => (next_at ? <DateTime at={next_at} /> : '–'),
          },
          {
            id: 'state',
            title: t.state,
            card: 'corner',
            render: (one) => <StatusBadge table={scheduleState} value={stateOf(one)} />,
          },
        ]}
        empty={
          <EmptyState
            drawing="mail"
            title={t.none}
            text={t.noneText}
            action={
              <Button component={Link} to={create}>
                {t.create}
              </Button>
            }
          />
        }
      />
    </Page>
  );
}
