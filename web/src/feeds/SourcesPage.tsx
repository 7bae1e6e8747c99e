import * as contract from '@lanka/domain/feeds/sources';
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
import { useText } from '../kit/text';
import { RunResult, stateOf } from './source-parts';
import { sourceState, sourceText } from './sources-text';
import { text } from './text';

/** `/cp/products/import/sources`: files that are imported by the clock, each with how its last run went. */
export function SourcesPage() {
  const t = useText(sourceText);
  const words = useText(text);
  const project_id = useProjectId();
  const list = useList(contract.listSources, { params: { project_id } });
  return (
    <Page
      list
      title={t.title}
      subtitle={t.subtitle}
      crumbs={[
        { to: '/cp/products', label: words.products },
        { to: '/cp/products/import', label: words.title },
      ]}
      action={{ label: t.create, icon: IconPlus, to: '/cp/products/import/sources/new' }}
    >
      <DataTable
        label={t.title}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/cp/products/import/sources/${id}`}
        columns={[
          { id: 'name', title: t.name, cut: true, share: 2, render: ({ name }) => name },
          {
            id: 'state',
            title: t.state,
            card: 'corner',
            render: (source) => <StatusBadge table={sourceState} value={stateOf(source)} />,
          },
          { id: 'every_hours', title: t.everyHours, card: 'line', render: (one) => t.every(one.every_hours) },
          {
            id: 'result',
            title: t.result,
            cut: true,
            share: 2,
            card: 'line',
            render: ({ last_run }) => (last_run ? <RunResult run={last_run} /> : t.never),
          },
          {
            id: 'last',
            title: t.last,
            render: ({ last_run }) => (last_run ? <DateTime at={last_run.created_at} /> : '–'),
          },
          { id: 'next', title: t.next, render: ({ next_at }) => (next_at ? <DateTime at={next_at} /> : '–') },
        ]}
        empty={
          <EmptyState
            drawing="connect"
            title={t.empty}
            text={t.emptyText}
            action={
              <Button component={Link} to="/cp/products/import/sources/new">
                {t.create}
              </Button>
            }
          />
        }
      />
    </Page>
  );
}
