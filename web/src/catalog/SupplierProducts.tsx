import {
  type CostRange,
  countProductChanges,
  marginOf,
  ProductChange,
  seeProductChanges,
  unwatchProduct,
  watchProduct,
} from '@lanka/domain/catalog/changes';
import { type DropshippingProduct, listDropshippingProducts } from '@lanka/domain/catalog/contract';
import { formatMoney, formatPercent } from '@lanka/domain/kit/money';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconEyeCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { StatusBadge, type StatusTable, StatusTabs } from '../kit/display/status';
import { useStockWords } from '../kit/display/stock';
import { useAction, useCall } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { type FilterField, Filters, SearchField, supplierFilter } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useSuppliers } from '../kit/session';
import { useHook } from '../kit/slice';
import { useLocale, useText } from '../kit/text';
import { askable } from './askable';
import { text as changesText } from './changes-text';
import { supplierGoodsBulk, supplierGoodsTool } from './panels';
import { PriceRange } from './parts';
import { Available, nameColumns, stockFilter } from './products-list';
import { text } from './text';
import { useCategoryFilter } from './useGoodsFilters';

const turnStatus: StatusTable<'ran_out' | 'came_back'> = {
  ran_out: { color: 'red', ua: changesText.ua.ranOutNow, en: changesText.en.ranOutNow },
  came_back: { color: 'green', ua: changesText.ua.cameBackNow, en: changesText.en.cameBackNow },
};

/** Bounds that a price is filtered by, ₴. */
const BOUNDS = [50, 100, 200, 300, 500, 1_000, 2_000, 5_000, 10_000];

function usePriceFilters(): FilterField[] {
  const t = useText(changesText);
  const options = (label: (sum: string) => string) =>
    BOUNDS.map((sum) => ({ value: String(sum * 100), label: label(formatMoney(sum * 100)) }));
  return [
    { name: 'price_from', label: t.priceFrom, kind: 'choice', options: options(t.from) },
    { name: 'price_to', label: t.priceTo, kind: 'choice', options: options(t.to) },
  ];
}

/** The dropshipper's workspace: what he may order at all his suppliers, and what of it has changed since he last looked. */
export function SupplierProducts() {
  const t = { ...useText(text), ...useText(changesText) };
  const list = useList(listDropshippingProducts, {});
  const counts = useCall(countProductChanges, {}).data;
  const see = useAction(seeProductChanges, { success: t.seenDone, onSuccess: () => list.state.set({ changed: null }) });
  const suppliers = useSuppliers();
  const words = useStockWords();
  const { project_id: chosen } = list.state.values;
  // categories are each supplier's own
  const one =
    typeof chosen === 'string' && chosen !== '' ? chosen : suppliers.length === 1 ? suppliers[0]?.id : undefined;
  const categories = useCategoryFilter(one ?? '', one !== undefined);
  const only = suppliers.filter(({ id }) => id === chosen);
  const stock = askable(only.length > 0 ? only : suppliers, useText(text));
  const prices = usePriceFilters();
  const own = list.more.own_prices === true;
  const tools = useHook(supplierGoodsTool);
  const { locale } = useLocale();
  const client = useQueryClient();
  const bulk = useHook(supplierGoodsBulk).map(({ label, icon, run }) => ({
    ...{ label: label[locale], icon },
    run: (rows: readonly DropshippingProduct[], done: () => void) => void run(rows, client).then(done, notifyError),
  }));
  const columns: Column<DropshippingProduct>[] = [
    ...nameColumns<DropshippingProduct>(useText(text), words),
    {
      id: 'supplier',
      title: t.supplier,
      cut: true,
      render: (row) => (
        <Anchor component={Link} to={`/cp/suppliers/${row.project_id}`} inherit>
          {row.project_title}
        </Anchor>
      ),
    },
    {
      id: 'price',
      title: t.cost,
      // an order by the supplier's price would tell it to who has a price of his own
      ...(own ? {} : { sort: 'price' }),
      align: 'right',
      card: 'end',
      render: (row) => <Cost now={row.cost} before={row.cost_before} />,
    },
    {
      id: 'recommended',
      title: t.recommended,
      align: 'right',
      render: (row) => <PriceRange min={row.min_recommended_price} max={row.max_recommended_price} />,
    },
    { id: 'margin', title: t.margin, align: 'right', render: (row) => <Margin row={row} /> },
    {
      id: 'available',
      title: t.available,
      ...stock.sort,
      align: 'right',
      render: (row) => (row.turned ? <StatusBadge table={turnStatus} value={row.turned} /> : <Available row={row} />),
    },
    { id: 'turned', title: '', only: 'card', card: 'line', render: (row) => row.turned && t[row.turned] },
    {
      id: 'order',
      title: t.order,
      card: 'corner',
      render: (row) => (
        <Group gap={6} wrap="nowrap">
          {row.availability === 'out_of_stock' ? <Watch row={row} /> : <Order row={row} />}
          <Suspense>
            {tools.map(({ id, Component }) => (
              <Component key={id} row={row} />
            ))}
          </Suspense>
        </Group>
      ),
    },
  ];
  return (
    <Page
      list
      title={t.products}
      action={
        counts !== undefined &&
        counts.any > 0 && {
          label: t.seen,
          icon: IconEyeCheck,
          loading: see.isPending,
          onClick: () => see.mutate({ body: { until: counts.as_of } }),
        }
      }
    >
      <StatusTabs
        list={list}
        name="changed"
        options={[
          { value: '', label: t.all },
          ...(['any', ...ProductChange.options] as const).map((value) => ({
            ...{ value, label: t[value] },
            count: counts?.[value],
          })),
        ]}
      />
      <DataTable
        id="dropshipping-products"
        label={t.products}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/products/${row.id}?project=${row.project_id}`}
        bulk={bulk}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters
              list={list}
              fields={[
                supplierFilter(t.supplier, suppliers),
                ...(one === undefined ? [] : categories),
                ...(own ? [] : prices),
                ...stockFilter(stock.options, useText(text)),
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="boxes" title={t.noneDropshipping} text={t.noneDropshippingText} />}
      />
    </Page>
  );
}

/** What it costs him, and above it what it cost when he last looked. */
function Cost({ now, before }: { now: CostRange | null; before: CostRange | null }) {
  const t = useText(changesText);
  const range = (cost: CostRange | null) => <PriceRange min={cost?.from ?? null} max={cost?.to ?? null} />;
  if (!before) return range(now);
  const dearer = (now?.from ?? 0) > before.from;
  return (
    <span>
      <Text span inherit c={dearer ? 'var(--text-negative)' : 'var(--text-positive)'}>
        {range(now)}
      </Text>{' '}
      <Text
        span
        size="sm"
        c="dimmed"
        td="line-through"
        title={t.wasCost(formatMoney(before.from))}
        aria-label={t.wasCost(formatMoney(before.from))}
      >
        {range(before)}
      </Text>
    </span>
  );
}

function Margin({ row }: { row: DropshippingProduct }) {
  const margin = marginOf(row.cost?.from ?? null, row.min_recommended_price);
  if (!margin) return '–';
  return (
    <span className="figures nowrap">
      {formatMoney(margin.sum)}{' '}
      <Text span size="sm" c="dimmed">
        {formatPercent(margin.percent)}
      </Text>
    </span>
  );
}

function Order({ row }: { row: DropshippingProduct }) {
  const t = { ...useText(text), ...useText(changesText) };
  return (
    <Button
      component={Link}
      to={
        row.only_variant_id
          ? `/cp/orders/new?project=${row.project_id}&variant=${row.only_variant_id}`
          : `/cp/products/${row.id}?project=${row.project_id}`
      }
      size="compact-sm"
      variant="light"
      {...(row.only_variant_id ? {} : { 'aria-label': `${t.orderWhich}: ${row.name}` })}
    >
      {row.only_variant_id ? t.order : t.choose}
    </Button>
  );
}

/** Goods that ran out: tell me when there are some again. */
function Watch({ row }: { row: DropshippingProduct }) {
  const t = useText(changesText);
  const watch = useAction(watchProduct, { success: t.watched });
  const unwatch = useAction(unwatchProduct);
  const { mutate, isPending } = row.watching ? unwatch : watch;
  return (
    <Button
      size="compact-sm"
      variant={row.watching ? 'default' : 'light'}
      loading={isPending}
      aria-pressed={row.watching}
      aria-label={row.watching ? t.unwatchOf(row.name) : t.watchOf(row.name)}
      onClick={() => mutate({ params: { project_id: row.project_id, id: row.id } })}
    >
      {row.watching ? t.watching : t.watch}
    </Button>
  );
}
