import * as contract from '@lanka/domain/my_goods/contract';
import { Badge, Button } from '@mantine/core';
import { IconCoins, IconDownload, IconPlus, IconRefresh, IconRefreshOff, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Stock } from '../kit/display/stock';
import { Thumbnail } from '../kit/display/Thumbnail';
import { call } from '../kit/http/call';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField, supplierFilter } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError, notifySuccess } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { PricesDialog } from './PricesDialog';
import { Margin, Range } from './parts';
import { inPortions } from './portions';
import { text } from './text';

type Row = contract.MyGoodsRow;
/** Bounds that a margin is filtered by, percent. */
const BOUNDS = [0, 10, 20, 30, 50];

export function MyGoodsPage() {
  const t = useText(text);
  const list = useList(contract.listMyGoods, {});
  const suppliers = useSuppliers();
  const [pricing, setPricing] = useState<{ ids: string[]; done: () => void } | null>(null);
  const bulk = useBulk((ids, done) => setPricing({ ids, done }));
  const columns: Column<Row>[] = [
    {
      ...{ id: 'name', title: t.name, sort: 'name', cut: true, share: 3 },
      render: (row) => (
        <span className="cell-name">
          <span className="only-table">
            <Thumbnail url={row.thumbnail_url} size={32} />
          </span>
          <span>{row.name}</span>
        </span>
      ),
    },
    {
      ...{ id: 'picture', title: '', only: 'card' as const, card: 'picture' as const },
      render: (row) => <Thumbnail url={row.thumbnail_url} />,
    },
    { id: 'supplier', title: t.supplier, cut: true, render: (row) => row.project_title },
    { id: 'cost', title: t.cost, align: 'right', render: (row) => <Range of={row.cost} /> },
    { id: 'price', title: t.price, align: 'right', card: 'end', render: (row) => <Range of={row.price} /> },
    { id: 'margin', title: t.margin, align: 'right', card: 'line', render: (row) => <Margin of={row.margin} /> },
    // a narrow card cuts what stands last
    { id: 'from', title: '', only: 'card', card: 'line', render: (row) => row.project_title },
    {
      ...{ id: 'available', title: t.available, align: 'right' as const },
      render: ({ availability, available }) =>
        availability ? <Stock told={{ availability, available }} /> : t.nothing,
    },
    {
      ...{ id: 'changes', title: t.changes, card: 'corner' as const },
      render: (row) => <Marks row={row} />,
    },
    { id: 'sync', title: t.sync, render: ({ sync }) => (sync ? t.syncOn : t.syncOff) },
  ];
  return (
    <Page list title={t.title} action={{ label: t.toGoods, icon: IconPlus, to: '/cp/products' }}>
      <DataTable
        id="my-goods"
        label={t.title}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/cp/my-goods/${id}`}
        bulk={bulk}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters
              list={list}
              fields={[
                supplierFilter(t.supplier, suppliers),
                { name: 'changed', label: t.changed, kind: 'flag' },
                { name: 'out_of_stock', label: t.outOfStock, kind: 'flag' },
                {
                  ...{ name: 'margin_below', label: t.marginBelow, kind: 'choice' as const },
                  options: BOUNDS.map((percent) => ({ value: String(percent * 100), label: `${percent} %` })),
                },
                { name: 'tag', label: t.tag, kind: 'text' },
              ]}
            />
          </>
        }
        empty={
          <EmptyState
            drawing="boxes"
            title={t.empty}
            text={t.emptyText}
            action={
              <Button component={Link} to="/cp/products">
                {t.toGoods}
              </Button>
            }
          />
        }
      />
      {pricing && (
        <PricesDialog
          ids={pricing.ids}
          close={(done) => {
            if (done) pricing.done();
            setPricing(null);
          }}
        />
      )}
    </Page>
  );
}

function Marks({ row }: { row: Row }) {
  const t = useText(text);
  if (!row.open)
    return (
      <Badge color="gray" variant="light" tt="none">
        {t.closed}
      </Badge>
    );
  return row.changes > 0 ? (
    <Badge variant="default" tt="none">
      {row.changes}
    </Badge>
  ) : (
    ''
  );
}

function useBulk(setPrices: (ids: string[], done: () => void) => void) {
  const t = useText(text);
  const confirm = useConfirm();
  const client = useQueryClient();
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id);
  /** For all that is chosen; the choice stays when something has failed. */
  const each =
    <A,>(run: (ids: string[]) => Promise<A>, told: (answers: readonly A[]) => string) =>
    async (rows: readonly Row[], done: () => void) => {
      try {
        notifySuccess(told(await inPortions(client, idsOf(rows), run)));
        done();
      } catch (error) {
        notifyError(error);
      }
    };
  const sync = (to: boolean) =>
    each(
      (ids) => call(contract.changeMyGoods, { body: { ids, sync: to } }),
      (answers) => t.switched(total(answers.map(({ changed }) => changed))),
    );
  const remove = each(
    (ids) => call(contract.removeMyGoods, { body: { ids } }),
    (answers) => t.removedMany(total(answers.map(({ removed }) => removed))),
  );
  return [
    {
      ...{ label: t.setPrices, icon: IconCoins },
      run: (rows: readonly Row[], done: () => void) => setPrices(idsOf(rows), done),
    },
    {
      ...{ label: t.take, icon: IconDownload },
      run: each(
        (ids) => call(contract.takeMyGoods, { body: { ids } }),
        (answers) => t.taken(total(answers.map(({ taken }) => taken))),
      ),
    },
    { label: t.syncTurnOn, icon: IconRefresh, run: sync(true) },
    { label: t.syncTurnOff, icon: IconRefreshOff, run: sync(false) },
    {
      ...{ label: t.remove, icon: IconTrash, danger: true },
      run: async (rows: readonly Row[], done: () => void) => {
        const question = { title: t.removeTitle(rows.length), effects: t.removeEffects, confirmLabel: t.remove };
        if (await confirm({ ...question, danger: true })) await remove(rows, done);
      },
    },
  ];
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
