import './statistics.css';
import * as contract from '@lanka/domain/statistics/contract';
import { DateOnly, Money } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { Filters } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { CounterpartyFilter, CounterpartyLink, PostingTitle } from '../partners';
import { text } from './text';

/** The postings that revenue is made of: what was charged, or given back. */
export function MoneyPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(contract.listStatisticsPostings, { params: { project_id } });
  const { figure, from, to } = list.state.values;
  const isReturned = figure === 'returned';
  const title = isReturned ? t.returned : t.charged;
  const back = from && to ? `?${new URLSearchParams({ from, to })}` : '';
  return (
    <Page title={title} list crumbs={[{ to: `/cp/statistics${back}`, label: t.title }]}>
      <DataTable
        id="statistics-money"
        label={title}
        list={list}
        rowKey={(row) => row.id}
        tools={
          <>
            <CounterpartyFilter list={list} label={t.anyCounterparty} />
            <Filters
              list={list}
              fields={[
                { name: 'from', label: t.filterFrom, kind: 'date' },
                { name: 'to', label: t.filterTo, kind: 'date' },
              ]}
            />
          </>
        }
        columns={[
          {
            id: 'counterparty',
            title: t.counterparty,
            render: (row) => <CounterpartyLink id={row.counterparty_id} name={row.counterparty_name} />,
          },
          { id: 'day', title: t.date, card: 'corner', render: ({ day }) => <DateOnly date={day} /> },
          {
            id: 'operation',
            title: t.operation,
            card: 'line',
            render: (row) => (
              <span className="statistics-operation">
                <PostingTitle posting={row} />
                {row.comment && ` · ${row.comment}`}
              </span>
            ),
          },
          {
            id: 'sum',
            title: t.sum,
            align: 'right',
            card: 'end',
            // a reversal takes away from the sum
            render: ({ change }) => <Money kopecks={isReturned ? change : 0 - change} className="nowrap" />,
          },
        ]}
        empty={<EmptyState drawing="orders" title={t.nothing} text={t.nothingText} />}
      />
    </Page>
  );
}
