import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import type { ReactNode } from 'react';
import { StatusTabs } from '../kit/display/status';
import { Stock } from '../kit/display/stock';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Amount } from '../kit/display/values';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { fieldColumns, fieldFilters, useChosenFields, useFields } from '../templates';
import { GoodsTitle, goodsOf, titleOf } from './goods';
import { Minimum } from './Minimum';
import { GoodsTabs, ProductCell } from './parts';
import { type Figure, StockFigure } from './StockRows';
import { text } from './text';
import { useGoodsFilters } from './useGoodsFilters';

/** What lies where and how much of it: the shelves of the warehouse, each number with its rows. */
export function ModificationsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const { locale } = useLocale();
  const seesStock = can('stock.read');
  const params = { project_id };
  const fields = useFields(project_id, 'product_modification');
  const with_fields = useChosenFields('modifications', fields);
  const list = useList(listAllVariants, { params, fixed: { with_fields } });
  const goods = useGoodsFilters(project_id);
  const number = (
    id: string,
    title: string,
    render: Column<VariantRecord>['render'],
    more: Partial<Column<VariantRecord>> = {},
  ): Column<VariantRecord> => ({ id, title, align: 'right', render, ...more });
  const columns: Column<VariantRecord>[] = [
    {
      id: 'name',
      title: t.name,
      sort: 'name',
      cut: true,
      share: 2,
      render: (row) => <ProductCell url={row.thumbnail_url} name={<GoodsTitle of={goodsOf(row)} />} about={row.sku} />,
    },
    {
      id: 'picture',
      title: '',
      only: 'card',
      card: 'picture',
      render: (row) => <Thumbnail url={row.thumbnail_url} />,
    },
    { id: 'about', title: '', only: 'card', card: 'line', render: (row) => row.sku },
    {
      id: 'shelf',
      title: '',
      only: 'card',
      card: 'line',
      render: (row) => (row.place ? t.placeIs(row.place) : null),
    },
    { id: 'place', title: t.place, sort: 'place', render: (row) => row.place || '–' },
    ...(seesStock
      ? [
          number('actual', t.actual, (row) => <Figured projectId={project_id} row={row} figure="actual" />),
          number('booked', t.booked, (row) => <Figured projectId={project_id} row={row} figure="booked" />),
        ]
      : []),
    number('available', t.available, (row) => <Available projectId={project_id} row={row} seesStock={seesStock} />, {
      sort: 'available',
      card: 'end',
    }),
    ...(seesStock
      ? [
          number('minimum', t.minimumShort, (row) =>
            row.minimum === null ? (
              '–'
            ) : (
              <Minimum name={titleOf(goodsOf(row))} product_id={row.product_id} minimum={row.minimum} />
            ),
          ),
        ]
      : []),
    number(
      'price',
      `${t.price}, ₴`,
      (row) => <Amount kopecks={row.price} />,
      list.more.own_prices ? {} : { sort: 'price' },
    ),
    number('recommended', `${t.recommended}, ₴`, (row) => <Amount kopecks={row.recommended_price} />, {
      optional: true,
    }),
    { id: 'sku', title: t.sku, optional: true, render: (row) => row.sku || '–' },
    { id: 'code', title: t.barcode, optional: true, render: (row) => row.barcode ?? '–' },
    ...fieldColumns<VariantRecord>(fields),
  ];
  return (
    <Page list title={t.products}>
      <GoodsTabs />
      <StatusTabs
        list={list}
        name="in_stock"
        options={[
          { value: '', label: t.total },
          { value: 'true', label: t.inStock },
          { value: 'false', label: t.outOfStock },
        ]}
      />
      <DataTable
        id="modifications"
        label={t.modifications}
        list={list}
        columns={columns}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/products/${row.product_id}`}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            <Filters list={list} fields={[...goods, ...fieldFilters(fields, locale)]} />
          </>
        }
        empty={<EmptyState drawing="shelf" title={t.noModifications} text={t.noModificationsText} />}
      />
    </Page>
  );
}

interface OfRow {
  projectId: string;
  row: VariantRecord;
}

function Figured({ projectId, row, figure, children }: OfRow & { figure: Figure; children?: ReactNode }) {
  if (!row.tracked) return '–';
  const name = titleOf(goodsOf(row));
  return (
    <StockFigure {...{ projectId, figure, name }} variantId={row.id} stock={row} unit={row.unit}>
      {children}
    </StockFigure>
  );
}

function Available({ seesStock, ...of }: OfRow & { seesStock: boolean }) {
  const { row } = of;
  const value = <Stock told={row} unit={row.unit} />;
  if (!seesStock || !row.tracked) return value;
  return (
    <Figured {...of} figure="available">
      {value}
    </Figured>
  );
}
