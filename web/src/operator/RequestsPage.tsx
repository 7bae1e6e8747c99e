import * as contract from '@lanka/domain/operator/contract';
import { planName } from '../identity';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, DateTime, Phone } from '../kit/display/values';
import { useCall, usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { OnlyStaff, OperatorTabs, ROOT, useDayFilters } from './parts';
import { requestStatus, text } from './text';

export const RequestsPage = () => (
  <OnlyStaff>
    <Requests />
  </OnlyStaff>
);

function Requests() {
  const t = useText(text);
  const list = useList(contract.listAccessRequests, {});
  const { q, audience, from, to } = list.state.values;
  const days = useDayFilters();
  const counts = useCall(
    contract.countAccessRequests,
    {
      query: {
        ...(q ? { q } : {}),
        ...(audience ? { audience: audience as 'manufacturer' } : {}),
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
      },
    },
    { keepPrevious: true },
  ).data;
  const prefetch = usePrefetch();
  return (
    <Page list title={t.requests}>
      <OperatorTabs />
      <StatusTabs
        list={list}
        name="status"
        table={requestStatus}
        all={t.all}
        counts={counts ? { ...counts, '': counts.pending + counts.approved + counts.rejected } : {}}
      />
      <DataTable
        id="operator-requests"
        label={t.requests}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `${ROOT}/requests/${row.id}`}
        rowHover={(row) => prefetch(contract.readAccessRequest, { params: { id: row.id } })}
        columns={useColumns()}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchRequests} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'audience',
                  label: t.audience,
                  kind: 'choice',
                  options: (['manufacturer', 'dropshipper'] as const).map((value) => ({
                    value,
                    label: t.audiences[value],
                  })),
                },
                ...days,
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="people" title={t.noRequests} text={t.noRequestsText} />}
      />
    </Page>
  );
}

function useColumns(): Column<contract.AccessRequest>[] {
  const t = useText(text);
  const { locale } = useLocale();
  return [
    {
      id: 'name',
      title: t.name,
      sort: 'name',
      cut: true,
      render: ({ name, company }) => (
        <>
          {name}
          {company && <Aside>{company}</Aside>}
        </>
      ),
    },
    {
      id: 'email',
      title: t.email,
      sort: 'email',
      cut: true,
      card: 'line',
      render: ({ email }) => email,
    },
    { id: 'phone', title: t.phone, render: ({ phone_number }) => <Phone number={phone_number} /> },
    { id: 'audience', title: t.audience, render: ({ audience }) => t.audiences[audience] },
    { id: 'plan', title: t.plan, render: ({ subscription_plan }) => planName(subscription_plan, locale) ?? '–' },
    { id: 'region', title: t.region, optional: true, cut: true, render: ({ region }) => region || '–' },
    {
      id: 'created_at',
      title: t.asked,
      sort: 'created_at',
      card: 'end',
      render: ({ created_at }) => <DateTime at={created_at} />,
    },
    {
      id: 'status',
      title: t.status,
      card: 'corner',
      render: ({ status }) => <StatusBadge table={requestStatus} value={status} />,
    },
  ];
}
