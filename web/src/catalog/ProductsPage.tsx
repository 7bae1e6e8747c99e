import {
  deleteProduct,
  listProducts,
  type ProductRow,
  productsSummary,
  publishProduct,
  readProduct,
  unpublishProduct,
} from '@lanka/domain/catalog/contract';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { Button } from '@mantine/core';
import {
  IconCategory,
  IconCoins,
  IconEye,
  IconEyeOff,
  IconForms,
  IconPercentage,
  IconPlus,
  IconTable,
  IconTrash,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Explain } from '../kit/display/facts';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { useStockWords } from '../kit/display/stock';
import { Count, DateTime, Money } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { call } from '../kit/http/call';
import { refreshAfter, useCall, usePrefetch } from '../kit/http/query';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import { messageOf, notify, notifySuccess } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, LinesSkeleton } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useHook } from '../kit/slice';
import { useLocale, useText } from '../kit/text';
import { fieldColumns, fieldFilters, useChosenFields, useFields } from '../templates';
import { askable } from './askable';
import { productColumn, productsTool } from './panels';
import { GoodsTabs, PriceRange, productStatus, StatCard, stateOf } from './parts';
import { Available, nameColumns, stockFilter } from './products-list';
import type { Figure } from './StockRows';
import { type CatalogText, text } from './text';
import { useGoodsFilters } from './useGoodsFilters';

const SupplierProducts = lazy(async () => ({ default: (await import('./SupplierProducts')).SupplierProducts }));
const ProductStockRows = lazy(async () => ({ default: (await import('./ProductStockRows')).ProductStockRows }));
const RepriceDialog = lazy(async () => ({ default: (await import('./RepriceDialog')).RepriceDialog }));

export function ProductsPage() {
  const { isDropshipping } = useSession();
  if (!isDropshipping) return <OwnProducts />;
  return (
    <Suspense fallback={<LinesSkeleton />}>
      <SupplierProducts />
    </Suspense>
  );
}

function OwnProducts() {
  const t = useText(text);
  const { search } = useLocation();
  const project_id = useProjectId();
  const { locale } = useLocale();
  const session = useSession();
  const { can, project, role } = session;
  const further = useHook(productColumn).filter(({ visible }) => visible(session));
  const prefetch = usePrefetch();
  const params = { project_id };
  const staff = can('stock.read');
  const fields = useFields(project_id, 'product');
  const with_fields = useChosenFields('products', fields);
  const list = useList(listProducts, { params, fixed: { include_unpublished: true, with_fields } });
  const ids = list.items.map(({ id }) => id);
  const summary = useCall(productsSummary, { params }, { enabled: staff });
  const goods = useGoodsFilters(project_id);
  const changes = useBulk(project_id, t);
  const tools = useTools();
  const [repricing, setRepricing] = useState<{ ids: readonly string[]; done: () => void } | null>(null);
  const reprice = {
    label: t.reprice,
    icon: IconPercentage,
    run: (rows: readonly ProductRow[], done: () => void) => setRepricing({ ids: rows.map(({ id }) => id), done }),
  };
  const bulk = [...(can('products.edit') ? [...changes.slice(0, 2), reprice, ...changes.slice(2)] : []), ...tools];
  const words = useStockWords();
  const stock = askable(role === 'Client' && project ? [project] : [], t);
  const columns: Column<ProductRow>[] = [
    ...nameColumns<ProductRow>(t, words),
    {
      id: 'status',
      title: t.status,
      render: (row) => <StatusBadge table={productStatus} value={stateOf(row)} />,
    },
    {
      // a card has room for what is not as usual
      id: 'unusual',
      title: '',
      only: 'card',
      card: 'corner',
      render: (row) =>
        stateOf(row) === 'published' ? null : <StatusBadge table={productStatus} value={stateOf(row)} />,
    },
    {
      id: 'price',
      title: t.price,
      // an order by the supplier's price would tell it to who has a price of his own
      ...(list.more.own_prices ? {} : { sort: 'price' }),
      align: 'right',
      card: 'end',
      render: (row) => <PriceRange min={row.min_price} max={row.max_price} />,
    },
    ...(staff
      ? ([
          {
            id: 'actual',
            title: t.actual,
            align: 'right',
            render: (row) => <Figured row={row} figure="actual" title={t.actual} projectId={project_id} />,
          },
          {
            id: 'booked',
            title: t.booked,
            align: 'right',
            render: (row) => <Figured row={row} figure="booked" title={t.booked} projectId={project_id} />,
          },
        ] satisfies Column<ProductRow>[])
      : []),
    {
      id: 'available',
      title: t.available,
      ...stock.sort,
      align: 'right',
      render: (row) =>
        staff ? (
          <Figured row={row} figure="available" title={t.available} projectId={project_id} />
        ) : (
          <Available row={row} />
        ),
    },
    {
      id: 'recommended',
      title: t.recommended,
      align: 'right',
      optional: true,
      render: (row) => <PriceRange min={row.min_recommended_price} max={row.max_recommended_price} />,
    },
    ...further.map(
      ({ id, title, Cell }): Column<ProductRow> => ({
        id,
        title: title[locale],
        align: 'right',
        optional: true,
        render: (row) => (
          <Suspense fallback="…">
            <Cell projectId={project_id} row={row} ids={ids} />
          </Suspense>
        ),
      }),
    ),
    { id: 'category', title: t.category, optional: true, cut: true, render: (row) => row.category_path || '–' },
    { id: 'tags', title: t.tags, optional: true, cut: true, render: (row) => row.tags.join(', ') || '–' },
    { id: 'vendor', title: t.vendor, optional: true, cut: true, render: (row) => row.vendor || '–' },
    {
      id: 'updated',
      title: t.updated,
      sort: 'updated_at',
      render: (row) => <DateTime at={row.updated_at} />,
    },
    ...fieldColumns<ProductRow>(fields),
  ];
  const counts = summary.data;
  return (
    <Page
      list
      title={t.products}
      action={can('products.edit') && { label: t.create, to: '/cp/products/new', icon: IconPlus }}
      menu={[
        { label: t.categories, to: '/cp/products/categories', icon: IconCategory, hidden: !can('categories.edit') },
        {
          label: t.priceLevels,
          to: '/cp/products/price-levels',
          icon: IconCoins,
          hidden: !can('price_levels.edit'),
        },
        { label: t.export, to: `/cp/products/export${search}`, icon: IconTable, hidden: !can('imports.run') },
        { label: t.templates, to: '/cp/products/templates', icon: IconForms, hidden: !can('templates.edit') },
      ]}
    >
      {staff && <GoodsTabs />}
      {staff && (
        <div className="stat-cards">
          <StatCard
            label={t.modifications}
            value={counts ? formatCount(counts.modifications) : '…'}
            to="/cp/products/modifications"
          />
          <StatCard
            label={t.outOfStock}
            value={counts ? formatCount(counts.out_of_stock) : '…'}
            hint={t.outOfStockHint}
            to="/cp/products/modifications?in_stock=false"
          />
          <StatCard
            label={t.stockValue}
            value={counts ? <Money kopecks={counts.stock_value} /> : '…'}
            hint={counts && t.stockValueHint(counts.stock_count)}
            to="/cp/products/modifications"
          />
        </div>
      )}
      {staff && (
        <StatusTabs
          list={list}
          name="status"
          options={[
            { value: '', label: t.total, count: counts?.products },
            { value: 'published', label: t.published, count: counts?.published },
            { value: 'unpublished', label: t.unpublished, count: counts?.unpublished },
            { value: 'deleted', label: t.deleted, count: counts?.deleted },
          ]}
        />
      )}
      <DataTable
        id="products"
        label={t.products}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/products/${row.id}`}
        rowHover={(row) => prefetch(readProduct, { params: { project_id, id: row.id } })}
        {...(bulk.length > 0 && list.state.values.status !== 'deleted' ? { bulk } : {})}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters
              list={list}
              fields={[...stockFilter(stock.options, t), ...goods, ...fieldFilters(fields, locale)]}
            />
          </>
        }
        empty={
          <EmptyState
            drawing="boxes"
            title={t.none}
            text={t.noneText}
            action={
              can('products.edit') && (
                <Button component={Link} to="/cp/products/new">
                  {t.create}
                </Button>
              )
            }
          />
        }
      />
      {repricing && (
        <Suspense>
          <RepriceDialog
            project_id={project_id}
            product_ids={repricing.ids}
            close={(done) => {
              if (done) repricing.done();
              setRepricing(null);
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** What slices above can do with the rows, on pages of their own. */
function useTools() {
  const navigate = useNavigate();
  const session = useSession();
  const { locale } = useLocale();
  return useHook(productsTool)
    .filter(({ visible }) => visible(session))
    .map(({ label, icon, to }) => ({
      label: label[locale],
      icon,
      run: (rows: readonly ProductRow[]) => void navigate(to(rows.map(({ id }) => id))),
    }));
}

/** Publishes, hides or deletes the rows one after another and says which of them were refused and why. */
function useBulk(project_id: string, t: CatalogText) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const each = async (rows: readonly ProductRow[], route: AnyRoute, done: () => void) => {
    let well = 0;
    for (const row of rows) {
      try {
        await call(route, { params: { project_id, id: row.id } } as never);
        well += 1;
      } catch (error) {
        notify('error', t.bulkRefused(row.name, messageOf(error)));
      }
    }
    if (well > 0) notifySuccess(t.bulkDone(well));
    await refreshAfter(client, route);
    done();
  };
  return [
    {
      label: t.publish,
      icon: IconEye,
      run: (rows: readonly ProductRow[], done: () => void) => void each(rows, publishProduct, done),
    },
    {
      label: t.unpublish,
      icon: IconEyeOff,
      run: (rows: readonly ProductRow[], done: () => void) => void each(rows, unpublishProduct, done),
    },
    {
      label: t.deleteProduct,
      icon: IconTrash,
      danger: true,
      run: async (rows: readonly ProductRow[], done: () => void) => {
        const answer = await confirm({
          title: t.deleteMany(rows.length),
          effects: [t.deleteEffectHidden, t.deleteEffectBarcodes],
          irreversible: t.deleteIrreversible,
          confirmLabel: t.deleteProduct,
          danger: true,
        });
        if (answer) await each(rows, deleteProduct, done);
      },
    },
  ];
}

interface FiguredProps {
  projectId: string;
  row: ProductRow;
  figure: Figure;
  title: string;
}

/** A figure of a product, which opens those of its modifications. */
function Figured({ projectId, row, figure, title }: FiguredProps) {
  const value =
    figure === 'available' ? (
      <Available row={row} />
    ) : (
      <Count value={row.tracked ? row[figure] : null} unit={row.unit} />
    );
  if (!row.tracked || stateOf(row) === 'deleted') return value;
  return (
    <Explain value={value} title={`${title}: ${row.name}`}>
      {() => (
        <Suspense fallback={<LinesSkeleton />}>
          <ProductStockRows projectId={projectId} id={row.id} figure={figure} />
        </Suspense>
      )}
    </Explain>
  );
}
