import * as contract from '@lanka/domain/delivery/contract';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { registerStatus, text } from './text';

/** `/cp/delivery/registers`: what is handed over together, the newest first. */
export function RegistersPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const list = useList(contract.listRegisters, { params: { project_id } });
  return (
    <Page list title={t.registers} crumbs={[{ to: '/cp/delivery', label: t.title }]}>
      <DataTable
        id="delivery-registers"
        label={t.registers}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/delivery/registers/${row.id}`}
        columns={[
          {
            id: 'number',
            title: t.registerNumber,
            share: 2,
            render: (row) => <span className="nowrap figures">{row.number ?? '–'}</span>,
          },
          { id: 'count', title: t.waybillCount, align: 'right', render: (row) => <Count value={row.count} /> },
          {
            id: 'state',
            title: t.state,
            card: 'corner',
            render: (row) => <StatusBadge table={registerStatus} value={row.state} />,
          },
          { id: 'author', title: t.author, cut: true, share: 2, render: (row) => row.created_by.name ?? '–' },
          { id: 'created', title: t.created, sort: 'created_at', render: (row) => <DateTime at={row.created_at} /> },
        ]}
        empty={<EmptyState drawing="orders" title={t.noRegisters} text={t.noRegistersText} />}
      />
    </Page>
  );
}
