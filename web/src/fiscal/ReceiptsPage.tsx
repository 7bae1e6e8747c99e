import * as contract from '@lanka/domain/fiscal/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateTime, Money } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { EmptyState } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { numberOf } from '../orders';
import { Frame, ROOT } from './Frame';
import { receiptStatus, text } from './text';
import { useRegisters } from './use-registers';

/** `/cp/integrations/checkbox/receipts`: all receipts, and what those that are found come to. */
export function ReceiptsPage() {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const registers = useRegisters();
  const list = useList(contract.listReceipts, { params: { project_id } });
  const { limit: _l, cursor: _c, sort: _s, ...filters } = list.state.values;
  const sums = useCall(
    contract.sumReceipts,
    { params: { project_id }, query: filters as never },
    { keepPrevious: true },
  );
  const { sold = 0, returned = 0, cash = 0, card = 0 } = sums.data ?? {};
  const options = (names: readonly string[], label: (name: never) => string) =>
    names.map((value) => ({ value, label: label(value as never) }));
  return (
    <Frame
      subtitle={
        sums.data &&
        `${t.sums(formatMoney(sold), formatMoney(returned))}. ${t.sumsBy(formatMoney(cash), formatMoney(card))}`
      }
    >
      <DataTable
        id="fiscal-receipts"
        label={t.receipts}
        list={list}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `${ROOT}/receipts/${id}`}
        columns={[
          {
            id: 'fiscal_code',
            title: t.fiscalCode,
            cut: true,
            share: 2,
            render: ({ fiscal_code, kind }) => (
              <>
                {fiscal_code ?? t.noNumber}
                <Aside>{t.kinds[kind]}</Aside>
              </>
            ),
          },
          {
            id: 'status',
            title: t.state,
            card: 'corner',
            render: ({ status }) => <StatusBadge table={receiptStatus} value={status} />,
          },
          {
            id: 'order',
            title: t.order,
            cut: true,
            card: 'line',
            render: ({ order, customer_name }) =>
              order && (
                <>
                  <span className="nowrap">№ {numberOf(order)}</span>
                  <Aside>{customer_name}</Aside>
                </>
              ),
          },
          { id: 'register', title: t.register, cut: true, render: ({ register }) => register.name },
          {
            id: 'created_at',
            title: t.when,
            sort: 'created_at',
            card: 'line',
            render: ({ fiscal_date, created_at }) => <DateTime at={fiscal_date ?? created_at} />,
          },
          {
            id: 'total',
            title: t.amount,
            sort: 'total',
            align: 'right',
            card: 'end',
            render: ({ kind, total }) => (
              <Money kopecks={kind === 'return' || kind === 'service_out' ? -total : total} className="nowrap" />
            ),
          },
        ]}
        tools={
          <>
            <SearchField list={list} placeholder={t.searchHint} />
            <Filters
              list={list}
              fields={[
                {
                  name: 'kind',
                  label: t.kind,
                  kind: 'choices',
                  options: options(contract.ReceiptKind.options, (kind) => t.kinds[kind]),
                },
                {
                  ...{ name: 'status', label: t.state, kind: 'choices' },
                  options: options(contract.ReceiptStatus.options, (status) => receiptStatus[status][locale]),
                },
                {
                  ...{ name: 'cash_register_id', label: t.register, kind: 'choice' },
                  options: (registers.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
                },
                { name: 'from', label: t.from, kind: 'date' },
                { name: 'to', label: t.to, kind: 'date' },
              ]}
            />
          </>
        }
        empty={<EmptyState drawing="money" title={t.noReceipts} text={t.noReceiptsText} />}
      />
    </Frame>
  );
}
