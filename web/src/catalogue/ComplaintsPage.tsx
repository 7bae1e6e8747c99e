import * as contract from '@lanka/domain/catalogue/contract';
import { Button } from '@mantine/core';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { useAction } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { type FilterField, Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useText } from '../kit/text';
import { OnlyStaff, OperatorTabs, ROOT, UserLink } from '../operator';
import { complaintStatus, text } from './text';

export const ComplaintsPage = () => (
  <OnlyStaff>
    <Complaints />
  </OnlyStaff>
);

/** `/cp/operator/catalogue_complaints`: what dropshippers say of suppliers. */
function Complaints() {
  const t = useText(text);
  const list = useList(contract.listComplaints, {});
  const { supplier_id } = list.state.values;
  // the page of a supplier leads here; the list itself has no choice of suppliers
  const narrowedTo: FilterField[] = supplier_id
    ? [
        {
          ...{ name: 'supplier_id', label: t.name, kind: 'choice' },
          options: [{ value: supplier_id, label: list.items[0]?.supplier.title ?? '…' }],
        },
      ]
    : [];
  const decide = useAction(contract.decideComplaint, { success: t.closed });
  return (
    <Page list title={t.complaints}>
      <OperatorTabs />
      <StatusTabs list={list} name="status" table={complaintStatus} all={t.all} />
      <DataTable
        id="operator-complaints"
        label={t.complaints}
        list={list}
        wraps
        rowKey={(row) => row.id}
        rowLink={(row) => `${ROOT}/catalogue/${row.supplier.id}`}
        columns={[
          { id: 'supplier', title: t.name, cut: true, render: ({ supplier }) => supplier.title },
          { id: 'text', title: t.complaint, cut: true, share: 3, card: 'line', render: ({ text: said }) => said },
          { id: 'by', title: t.by, cut: true, render: ({ by }) => <UserLink user={by} /> },
          {
            id: 'created_at',
            title: t.received,
            sort: 'created_at',
            render: (row) => <DateTime at={row.created_at} />,
          },
          {
            id: 'status',
            title: t.state,
            card: 'corner',
            render: ({ status }) => <StatusBadge table={complaintStatus} value={status} />,
          },
          {
            id: 'decide',
            title: '',
            align: 'right',
            // below the complaint: beside it, it would leave it no room
            card: 'line',
            render: ({ id, status }) => (
              <Button
                variant="subtle"
                size="compact-sm"
                disabled={decide.isPending}
                onClick={() => decide.mutate({ params: { id }, body: { status: status === 'new' ? 'done' : 'new' } })}
              >
                {status === 'new' ? t.close : t.reopen}
              </Button>
            ),
          },
        ]}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchComplaints} />
            {supplier_id && <Filters list={list} fields={narrowedTo} />}
          </>
        }
        empty={<EmptyState drawing="people" title={t.noComplaints} text={t.noComplaintsText} />}
      />
    </Page>
  );
}
