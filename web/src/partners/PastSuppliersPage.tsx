import { listPastSuppliers, type PastSupplier } from '@lanka/domain/partners/access';
import { Avatar, Group } from '@mantine/core';
import { DateOnly, Money } from '../kit/display/values';
import { type Column, DataTable } from '../kit/list/DataTable';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useText } from '../kit/text';
import { text } from './access-text';

/** `/cp/suppliers/past`: with whom a dropshipper works no more, and what is left to settle. A row opens his orders there. */
export function PastSuppliersPage() {
  const t = useText(text);
  const list = useList(listPastSuppliers, {});
  const columns: Column<PastSupplier>[] = [
    {
      id: 'supplier',
      title: t.supplier,
      cut: true,
      share: 2,
      render: ({ title, logo_url }) => (
        <Group component="span" gap="sm" wrap="nowrap">
          <Avatar src={logo_url} name={title} radius="md" size={28} alt="" />
          {title}
        </Group>
      ),
    },
    {
      id: 'period',
      title: t.since,
      card: 'line',
      render: ({ since, ended_at }) => (
        <>
          <DateOnly date={since} /> {t.until} <DateOnly date={ended_at} />
        </>
      ),
    },
    { id: 'end', title: t.how, card: 'line', render: ({ end }) => (end ? t.ends[end] : t.unknown) },
    {
      id: 'balance',
      title: t.balance,
      align: 'right',
      card: 'corner',
      render: ({ balance }) => <Money kopecks={balance} signed />,
    },
  ];
  return (
    <Page list title={t.past} crumbs={[{ to: '/cp/applications', label: t.applications }]}>
      <DataTable
        id="past-suppliers"
        label={t.past}
        list={list}
        columns={columns}
        rowKey={({ project_id }) => project_id}
        rowLink={({ project_id }) => `/cp/orders?project_id=${project_id}`}
        empty={<EmptyState drawing="connect" title={t.noPast} text={t.noPastText} />}
      />
    </Page>
  );
}
