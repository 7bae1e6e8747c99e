import * as contract from '@lanka/domain/turnover/contract';
import { IconArrowUpRight, IconFileImport, IconPlus } from '@tabler/icons-react';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Amount, Aside, Count, DateOnly, DateTime } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { shownStatus } from './parts';
import { text, turnoverStatus, typeNames } from './text';

/** What came and what went, each by its document. */
export function TurnoverPage() {
  const t = useText(text);
  const types = useText(typeNames);
  const project_id = useProjectId();
  const { can } = useSession();
  const prefetch = usePrefetch();
  const params = { project_id };
  const list = useList(contract.listTurnover, { params });
  const counts = useCall(contract.countTurnover, { params }).data;
  const create = { label: t.createIncome, to: '/cp/turnover/new?flow=income', icon: IconPlus };
  const tab = (value: '' | contract.TurnoverFlow, label: string, count: number | undefined) => ({
    value,
    label,
    count,
  });
  return (
    <Page
      list
      title={t.title}
      action={can('turnover.edit') && create}
      menu={
        can('turnover.edit')
          ? [
              { label: t.createOutcome, to: '/cp/turnover/new?flow=outcome', icon: IconArrowUpRight },
              { label: t.importIncome, to: '/cp/turnover/import', icon: IconFileImport },
            ]
          : []
      }
    >
      <StatusTabs
        list={list}
        name="flow"
        options={[
          tab('', t.all, counts && counts.income + counts.outcome),
          tab('income', t.incomes, counts?.income),
          tab('outcome', t.outcomes, counts?.outcome),
        ]}
      />
      <DataTable
        id="turnover"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/turnover/${row.id}`}
        rowHover={(row) => prefetch(contract.readTurnover, { params: { project_id, id: row.id } })}
        columns={[
          {
            id: 'number',
            title: t.number,
            sort: 'number',
            render: (row) => <span className="nowrap">{t.one(row.flow, row.number)}</span>,
          },
          { id: 'date', title: t.date, sort: 'date', render: (row) => <DateOnly date={row.date} /> },
          {
            id: 'status',
            title: t.status,
            card: 'corner',
            render: (row) => <StatusBadge table={turnoverStatus} value={shownStatus(row)} />,
          },
          { id: 'type', title: t.type, cut: true, render: (row) => types[`${row.flow} ${row.type}`] },
          { id: 'counterparty', title: t.counterparty, cut: true, render: (row) => row.counterparty?.name ?? '–' },
          {
            id: 'product',
            title: t.product,
            cut: true,
            share: 2,
            card: 'line',
            render: (row) => (
              <>
                {row.first_product_title}
                {row.items_count > 1 && <Aside>{t.andMore(row.items_count - 1)}</Aside>}
              </>
            ),
          },
          { id: 'count', title: t.count, align: 'right', render: (row) => <Count value={row.count} /> },
          {
            id: 'expected',
            title: t.left,
            align: 'right',
            optional: true,
            render: (row) => (row.expected > 0 ? <Count value={row.expected} /> : '–'),
          },
          {
            id: 'sum',
            title: `${t.sum}, ₴`,
            sort: 'sum',
            align: 'right',
            card: 'end',
            render: (row) => <Amount kopecks={row.sum} />,
          },
          { id: 'comment', title: t.comment, optional: true, cut: true, render: (row) => row.comment || '–' },
          {
            id: 'created_at',
            title: t.createdAt,
            sort: 'created_at',
            optional: true,
            render: (row) => <DateTime at={row.created_at} />,
          },
        ]}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'type',
                  label: t.type,
                  kind: 'choices',
                  options: contract.TurnoverType.options.map((value) => ({ value, label: t.types[value] })),
                },
                {
                  name: 'status',
                  label: t.status,
                  kind: 'choices',
                  options: contract.TurnoverStatus.options.map((value) => ({ value, label: t.statuses[value] })),
                },
                { name: 'expected', label: t.onlyExpected, kind: 'flag' },
                { name: 'from', label: t.from, kind: 'date' },
                { name: 'to', label: t.to, kind: 'date' },
              ]}
            />
          </>
        }
        empty={
          <EmptyState
            drawing="boxes"
            title={t.empty}
            text={t.emptyText}
            action={can('turnover.edit') && <ActionButton {...create} />}
          />
        }
      />
    </Page>
  );
}
