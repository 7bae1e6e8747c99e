import { formatMoney, formatPercent } from '@lanka/domain/kit/money';
import { formatDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/promotions/contract';
import { lastDayOf } from '@lanka/domain/promotions/rules';
import { Code } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useList } from '../kit/list';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { DataTable } from '../kit/ui/DataTable';
import { SearchField } from '../kit/ui/filters';
import { ActionButton, Page } from '../kit/ui/page';
import { EmptyState } from '../kit/ui/states';
import { StatusBadge, StatusTabs } from '../kit/ui/status';
import { Aside } from '../kit/ui/values';
import { promotionState, text } from './text';

/** `12,5 %`, or `50,00 ₴ з одиниці`. */
export function Discount({ promotion }: { promotion: Pick<contract.Promotion, 'discount' | 'discount_type'> }) {
  const t = useText(text);
  const { discount, discount_type } = promotion;
  const shown = discount_type === 'percent' ? formatPercent(discount) : t.perPiece(formatMoney(discount));
  return <span className="figures nowrap">{shown}</span>;
}

function Period({ promotion }: { promotion: Pick<contract.Promotion, 'starts_at' | 'expires_at'> }) {
  const t = useText(text);
  const { starts_at, expires_at } = promotion;
  const from = starts_at && formatDate(new Date(starts_at));
  const to = expires_at && lastDayOf(expires_at).split('-').reverse().join('.');
  const shown = from && to ? t.dates(from, to) : from ? t.since(from) : to ? t.until(to) : t.noLimit;
  return <span className="figures nowrap">{shown}</span>;
}

export function PromotionsPage() {
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
                {row.is_one_time_use_only && (
                  <Aside>
                    {t.oneTime} · {t.usedBy(row.uses)}
                  </Aside>
                )}
              </>
            ),
          },
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
