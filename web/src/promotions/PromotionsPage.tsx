import { formatMoney, formatPercent } from '@lanka/domain/kit/money';
import { dotted, formatDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/promotions/contract';
import { lastDayOf } from '@lanka/domain/promotions/rules';
import { Code } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside } from '../kit/display/values';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField, supplierFilter } from '../kit/list/filters';
import { type List, useList } from '../kit/list/list';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useProjectId, useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { openState, promotionState, text } from './text';

/** `12,5 %`, or `50,00 ₴ з одиниці`. */
export function Discount({ promotion }: { promotion: Pick<contract.Promotion, 'discount' | 'discount_type'> }) {
  const t = useText(text);
  const { discount, discount_type } = promotion;
  const shown = discount_type === 'percent' ? formatPercent(discount) : t.perPiece(formatMoney(discount));
  return <span className="figures nowrap">{shown}</span>;
}

export function Period({ promotion }: { promotion: Pick<contract.Promotion, 'starts_at' | 'expires_at'> }) {
  const t = useText(text);
  const { starts_at, expires_at } = promotion;
  const from = starts_at && formatDate(new Date(starts_at));
  const to = expires_at && dotted(lastDayOf(expires_at));
  const shown = from && to ? t.dates(from, to) : from ? t.since(from) : to ? t.until(to) : t.noLimit;
  return <span className="figures nowrap">{shown}</span>;
}

/** For how many it is. */
export function People({ promotion: { counterparty_count = 0 } }: { promotion: contract.Promotion }) {
  const t = useText(text);
  return counterparty_count > 0 ? t.forSome(counterparty_count) : t.everybody;
}

/** `3 товари · тег «літо», «льон»`, or all goods. */
export function Reach({ promotion }: { promotion: Pick<contract.Promotion, 'tags' | 'product_count'> }) {
  const t = useText(text);
  const { tags, product_count } = promotion;
  const parts = [
    ...(product_count > 0 ? [t.products(product_count)] : []),
    ...(tags.length > 0 ? [t.tagged(tags.map((tag) => `«${tag}»`).join(', '))] : []),
  ];
  return parts.length > 0 ? parts.join(' · ') : t.onAll;
}

/** One address: the promotions of the project to those who run them, and to a dropshipper those that are for him. */
export function PromotionsPage() {
  const { role, isDropshipping } = useSession();
  if (isDropshipping) return <SupplierPromotions />;
  return role === 'Client' ? <ProjectPromotions /> : <OwnPromotions />;
}

function OwnPromotions() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const list = useList(contract.listPromotions, { params: { project_id } });
  const create = can('promotions.edit') && { label: t.create, to: '/cp/promotions/new', icon: IconPlus };
  return (
    <Page list title={t.title} action={create}>
      <StatusTabs list={list} name="state" table={promotionState} all={t.all} />
      <DataTable
        id="promotions"
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/promotions/${row.id}`}
        columns={[
          {
            id: 'title',
            title: t.name,
            sort: 'title',
            cut: true,
            share: 2,
            render: (row) => row.title,
          },
          {
            id: 'scope',
            title: t.scope,
            card: 'line',
            render: (row) => (
              <>
                {row.promo_code ? <Code>{row.promo_code}</Code> : t.forAll}
                {(row.counterparty_count ?? 0) > 0 && (
                  <Aside>
                    <People promotion={row} />
                  </Aside>
                )}
                {row.is_one_time_use_only && (
                  <Aside>
                    {t.oneTime} · {t.usedBy(row.uses ?? 0)}
                  </Aside>
                )}
              </>
            ),
          },
          { id: 'goods', title: t.goods, card: 'line', cut: true, render: (row) => <Reach promotion={row} /> },
          {
            id: 'discount',
            title: t.discount,
            align: 'right',
            card: 'end',
            render: (row) => <Discount promotion={row} />,
          },
          { id: 'period', title: t.period, render: (row) => <Period promotion={row} /> },
          {
            id: 'state',
            title: t.status,
            card: 'corner',
            render: (row) => <StatusBadge table={promotionState} value={row.state} />,
          },
        ]}
        tools={<SearchField list={list} placeholder={t.search} />}
        empty={
          <EmptyState
            drawing="money"
            title={t.empty}
            text={t.emptyText}
            action={create && <ActionButton {...create} />}
          />
        }
      />
    </Page>
  );
}

/** The dropshipper in the project of one supplier. */
function ProjectPromotions() {
  const project_id = useProjectId();
  return <OpenPromotions id="open-promotions" list={useList(contract.listPromotions, { params: { project_id } })} />;
}

/** The dropshipper's workspace: what all his suppliers run or plan. */
function SupplierPromotions() {
  const t = useText(text);
  const list = useList(contract.listMyPromotions, { params: undefined });
  const suppliers = useSuppliers();
  return (
    <OpenPromotions
      id="supplier-promotions"
      list={list}
      columns={[{ id: 'supplier', title: t.supplier, cut: true, render: (row) => row.project_title }]}
      tools={suppliers.length > 1 && <Filters list={list} fields={[supplierFilter(t.supplier, suppliers)]} />}
    />
  );
}

interface OpenPromotionsProps<T> {
  id: string;
  list: List<T>;
  columns?: readonly Column<T>[];
  tools?: ReactNode;
}

/** What a dropshipper can order by, now or later; to read. */
function OpenPromotions<T extends contract.Promotion | contract.SupplierPromotion>({
  id,
  list,
  columns = [],
  tools,
}: OpenPromotionsProps<T>) {
  const t = useText(text);
  return (
    <Page list title={t.title}>
      <StatusTabs list={list} name="state" table={openState} all={t.all} />
      <DataTable
        id={id}
        label={t.title}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `/cp/promotions/${row.id}${'project_id' in row ? `?project=${row.project_id}` : ''}`}
        columns={[
          { id: 'title', title: t.name, sort: 'title', cut: true, share: 2, render: (row) => row.title },
          {
            id: 'code',
            title: t.code,
            card: 'line',
            render: ({ promo_code, affects_all, is_one_time_use_only }) => (
              <>
                {affects_all || promo_code === null ? t.noCode : <Code>{promo_code}</Code>}
                {is_one_time_use_only && <Aside>{t.oneTime}</Aside>}
              </>
            ),
          },
          { id: 'goods', title: t.goods, card: 'line', cut: true, render: (row) => <Reach promotion={row} /> },
          {
            id: 'discount',
            title: t.discount,
            align: 'right',
            card: 'end',
            render: (row) => <Discount promotion={row} />,
          },
          { id: 'period', title: t.period, render: (row) => <Period promotion={row} /> },
          ...columns,
          {
            id: 'state',
            title: t.status,
            card: 'corner',
            render: ({ state }) => <StatusBadge table={promotionState} value={state} />,
          },
        ]}
        tools={
          <>
            <SearchField list={list} placeholder={t.search} />
            {tools}
          </>
        }
        empty={<EmptyState drawing="money" title={t.emptyMine} text={t.emptyMineText} />}
      />
    </Page>
  );
}
