import { EXACT_TOTAL, FOUND_TOTAL } from '@lanka/domain/kit/lists';
import { ManufacturerPlan } from '@lanka/domain/kit/plans';
import * as contract from '@lanka/domain/operator/contract';
import { planName } from '../identity';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, Count, DateTime } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { isNarrowed, useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { OnlyStaff, OperatorTabs, ROOT, useDayFilters } from './parts';
import { projectStatus, text } from './text';

export const OperatorProjectsPage = () => (
  <OnlyStaff>
    <Projects />
  </OnlyStaff>
);

function Projects() {
  const t = useText(text);
  const { locale } = useLocale();
  const list = useList(contract.listOperatorProjects, {});
  const prefetch = usePrefetch();
  const days = useDayFilters();
  const overview = useCall(contract.readOverview, {}).data;
  // the overview counts all; beside a search its figures would be of something else
  const narrowed = isNarrowed(list.state, 'status');
  const counts = narrowed ? undefined : overview;
  return (
    <Page list title={t.projects}>
      <OperatorTabs />
      <StatusTabs
        list={list}
        name="status"
        options={[
          {
            value: '',
            label: t.all,
            count: counts && Math.min(counts.projects + counts.deleted_projects, EXACT_TOTAL),
          },
          { value: 'active', label: t.activeProjects, count: counts?.projects },
          { value: 'deleted', label: t.deletedTab, count: counts?.deleted_projects },
        ]}
      />
      <DataTable
        id="operator-projects"
        label={t.projects}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `${ROOT}/projects/${row.id}`}
        rowHover={(row) => prefetch(contract.readOperatorProject, { params: { id: row.id } })}
        columns={useColumns()}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchProjects} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'subscription_plan',
                  label: t.plan,
                  kind: 'choice',
                  options: ManufacturerPlan.options.map((value) => ({
                    value,
                    label: planName(value, locale) ?? value,
                  })),
                },
                { name: 'ordered', label: t.withOrder, kind: 'flag' },
                ...days,
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="shelf" title={t.noProjects} />}
      />
    </Page>
  );
}

function useColumns(): Column<contract.OperatorProject>[] {
  const t = useText(text);
  const { locale } = useLocale();
  return [
    {
      id: 'title',
      title: t.project,
      sort: 'title',
      cut: true,
      share: 2,
      render: ({ title, legal_name }) => (
        <>
          {title}
          {legal_name && <Aside>{legal_name}</Aside>}
        </>
      ),
    },
    {
      id: 'owner',
      title: t.owner,
      cut: true,
      card: 'line',
      render: ({ owner }) =>
        owner ? (
          <>
            {owner.name}
            <Aside>{owner.email}</Aside>
          </>
        ) : (
          '–'
        ),
    },
    {
      id: 'plan',
      title: t.plan,
      card: 'end',
      render: ({ subscription_plan }) => planName(subscription_plan, locale) ?? '–',
    },
    {
      id: 'staff',
      title: t.members,
      align: 'right',
      render: ({ staff }) => <Count value={staff} most={FOUND_TOTAL} />,
    },
    {
      id: 'dropshippers',
      title: t.dropshippers,
      align: 'right',
      render: ({ dropshippers }) => <Count value={dropshippers} most={FOUND_TOTAL} />,
    },
    {
      id: 'products',
      title: t.products,
      align: 'right',
      render: ({ products }) => <Count value={products} most={FOUND_TOTAL} />,
    },
    {
      id: 'orders',
      title: t.orders,
      align: 'right',
      render: ({ orders }) => <Count value={orders} most={FOUND_TOTAL} />,
    },
    {
      id: 'created_at',
      title: t.created,
      sort: 'created_at',
      render: ({ created_at }) => <DateTime at={created_at} />,
    },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: ({ deleted_at }) => <StatusBadge table={projectStatus} value={deleted_at ? 'deleted' : 'active'} />,
    },
  ];
}
