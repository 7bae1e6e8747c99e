import * as contract from '@lanka/domain/billing/operator';
import { dotted, kyivDate } from '@lanka/domain/kit/time';
import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Opened } from '../kit/display/Opened';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Amount, Aside, DateOnly, Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, MoneyField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { formatCount } from '../kit/format';
import { download } from '../kit/http/download';
import { useAction, useCall } from '../kit/http/query';
import { DataTable } from '../kit/list/DataTable';
import { Filters } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { Deeds, OnlyStaff, OperatorTabs, ROOT } from '../operator';
import { InvoiceFacts, InvoiceLines } from './InvoicePage';
import { invoiceStatus } from './invoice-status';
import { invoiceText } from './invoice-text';
import { CardsOfInvoice, CardsToLookAt } from './OperatorCards';
import { PayerFacts } from './OperatorPayerPage';
import { pricesText } from './prices-text';
import { useAsked } from './useAsked';

const Chart = lazy(async () => ({ default: (await import('../kit/chart/Chart')).Chart }));

export const OperatorBillingPage = () => (
  <OnlyStaff>
    <Invoices />
  </OnlyStaff>
);

/** `/cp/operator/billing`: what is paid for plans; «overdue» are the debtors. */
function Invoices() {
  const t = useText(invoiceText);
  const p = useText(pricesText);
  const list = useList(contract.listPlanInvoices, {});
  const months = useCall(contract.listBillingMonths, {}).data?.items ?? [];
  const { sums } = list.more as { sums?: { amount: number; credited: number } | null };
  return (
    <Page list title={t.billing} action={{ label: p.prices, to: `${ROOT}/billing/prices` }}>
      <OperatorTabs />
      <CardsToLookAt />
      <StatusTabs list={list} name="status" table={invoiceStatus} all={t.all} />
      {sums && (
        <Text>
          {t.sumsOf} <Money kopecks={sums.amount} span fw={600} />
          {sums.credited > 0 && (
            <>
              {' · '}
              {t.credited} <Money kopecks={sums.credited} span fw={600} />
            </>
          )}
        </Text>
      )}
      <DataTable
        id="operator-billing"
        label={t.invoices}
        list={list}
        rowKey={(row) => row.id}
        rowLink={(row) => `${ROOT}/billing/${row.id}`}
        columns={[
          { id: 'number', title: t.number, render: ({ number }) => number },
          {
            id: 'payer',
            title: t.payer,
            cut: true,
            card: 'line',
            render: ({ payer, audience }) => (
              <>
                {payer}
                <Aside>{t.audience[audience]}</Aside>
              </>
            ),
          },
          { id: 'kind', title: t.reason, render: ({ kind }) => t.kind[kind] },
          { id: 'issued_on', title: t.issuedOn, sort: 'issued_on', render: (row) => <DateOnly date={row.issued_on} /> },
          { id: 'due_on', title: t.dueOn, render: (row) => <DateOnly date={row.due_on} /> },
          {
            id: 'amount',
            title: t.amount,
            align: 'right',
            card: 'end',
            render: ({ amount }) => <Money kopecks={amount} />,
          },
          {
            id: 'status',
            title: t.state,
            card: 'corner',
            render: ({ status }) => <StatusBadge table={invoiceStatus} value={status} />,
          },
        ]}
        tools={
          <Filters
            list={list}
            fields={[
              {
                ...{ name: 'audience', label: t.whose, kind: 'choice' },
                options: (['manufacturer', 'dropshipper'] as const).map((value) => ({
                  value,
                  label: t.audience[value],
                })),
              },
              {
                ...{ name: 'figure', label: t.figure, kind: 'choice' },
                options: contract.BillingFigure.options.map((value) => ({ value, label: nameOf(value, t, p) })),
              },
              {
                ...{ name: 'month', label: t.month, kind: 'choice' },
                options: months.map(({ month }) => ({ value: month, label: shownMonth(month) })),
              },
            ]}
          />
        }
        empty={<EmptyState drawing="money" title={t.nobody} text={t.nobodyText} />}
      />
      <Months />
    </Page>
  );
}

const shownMonth = (month: string): string => dotted(month.slice(0, 7));

function nameOf(figure: contract.BillingFigure, t: (typeof invoiceText)['ua'], p: (typeof pricesText)['ua']): string {
  if (figure === 'payers' || figure === 'joined') return p[figure];
  return figure === 'due' ? t.waits : t[figure];
}

/** Columns of the months, and what opens each. */
const COLUMNS = ['issued', 'paid', 'due', 'credited', 'payers', 'joined'] as const;
const isMoney = (column: Column): boolean => column !== 'payers' && column !== 'joined' && column !== 'left';
type Column = (typeof COLUMNS)[number] | 'left';
const CHARTED: readonly Column[] = [...COLUMNS, 'left'];

/** Revenue by the month in which it was invoiced, beside who pays for it, came and left: as a chart, and in the table. */
function Months() {
  const t = useText(invoiceText);
  const p = useText(pricesText);
  const [charted, setCharted] = useState<Column>('paid');
  const { data } = useCall(contract.listBillingMonths, {});
  if (!data || data.items.length === 0) return null;
  const named = (column: Column): string => (column === 'left' ? p.left : nameOf(column, t, p));
  return (
    <Section
      title={t.months}
      flush
      action={
        <NativeSelect
          aria-label={t.charted}
          value={charted}
          onChange={(event) => setCharted(CHARTED.find((one) => one === event.currentTarget.value) ?? 'paid')}
          data={CHARTED.map((one) => ({ value: one, label: named(one) }))}
        />
      }
    >
      <div className="chart-above">
        <Suspense fallback={<Skeleton h={280} />}>
          <Chart
            about={t.chartAbout(named(charted))}
            label={named(charted)}
            unit={isMoney(charted) ? 'money' : 'count'}
            data={data.items.map((one) => ({ days: shownMonth(one.month), value: one[charted] })).toReversed()}
          />
        </Suspense>
      </div>
      <LineTable many long={data.items.length > 12}>
        <thead>
          <tr>
            <th scope="col">{t.month}</th>
            <LineHeads names={[t.count, ...CHARTED.map(named)]} />
          </tr>
        </thead>
        <tbody>
          {data.items.map((one) => (
            <Month key={one.month} of={one} named={named} />
          ))}
        </tbody>
      </LineTable>
    </Section>
  );
}

function Month({ of, named }: { of: contract.BillingMonth; named: (column: Column) => string }) {
  const t = useText(invoiceText);
  const { month } = of;
  const rows = (figure: contract.BillingFigure): string => `${ROOT}/billing?${new URLSearchParams({ figure, month })}`;
  return (
    <tr>
      <td className="line-name">{shownMonth(month)}</td>
      <LineCell label={t.count}>
        <Opened to={of.invoices === 0 ? null : rows('issued')}>{formatCount(of.invoices)}</Opened>
      </LineCell>
      {COLUMNS.map((column) => (
        <LineCell key={column} label={named(column)}>
          <Opened to={of[column] === 0 ? null : rows(column)}>
            {isMoney(column) ? <Amount kopecks={of[column]} /> : formatCount(of[column])}
          </Opened>
        </LineCell>
      ))}
      <LineCell label={named('left')}>
        <Opened to={of.left === 0 ? null : `${ROOT}/billing/left/${month}`}>{formatCount(of.left)}</Opened>
      </LineCell>
    </tr>
  );
}

export const OperatorInvoicePage = () => (
  <OnlyStaff>
    <One />
  </OnlyStaff>
);

/** `/cp/operator/billing/:id`: the invoice, its payer, and what an operator does with it. */
function One() {
  const t = useText(invoiceText);
  const { id = '' } = useParams();
  const query = useCall(contract.readPlanInvoice, { params: { id } });
  const print = () => void download(contract.printPlanInvoice, { params: { id } }).catch(notifyError);
  return (
    <Loaded query={query}>
      {(invoice) => (
        <Page
          title={invoice.kind === 'credit_note' ? t.creditNote(invoice.number) : t.invoice(invoice.number)}
          crumbs={[{ to: `${ROOT}/billing`, label: t.billing }]}
          status={<StatusBadge table={invoiceStatus} value={invoice.status} />}
          action={{ label: t.pdf, onClick: print }}
          side={
            <Stack>
              <InvoiceFacts invoice={invoice} />
              <PayerFacts audience={invoice.audience} id={invoice.payer_id} />
            </Stack>
          }
        >
          <InvoiceLines invoice={invoice} />
          <CardsOfInvoice id={invoice.id} />
          {(invoice.status === 'due' || invoice.status === 'overdue') && <Settle invoice={invoice} />}
          {invoice.kind !== 'credit_note' && invoice.status !== 'canceled' && invoice.credited < invoice.amount && (
            <Credit key={invoice.credited} invoice={invoice} />
          )}
          <Deeds subjectId={invoice.id} />
        </Page>
      )}
    </Loaded>
  );
}

function Settle({ invoice: { id, number } }: { invoice: contract.OperatorInvoice }) {
  const t = useText(invoiceText);
  const settle = useAction(contract.settlePlanInvoice, { quiet: true });
  const [today] = useState(() => kyivDate(new Date()));
  const form = useEntityForm({
    schema: contract.settlePlanInvoice.body,
    initial: { paid_on: today, note: '' },
    submit: ({ values }) => settle.mutateAsync({ params: { id }, body: values }),
    success: t.settled,
    guard: false,
  });
  // a wrong row opens everything
  const asked = useAsked(form, () => ({
    ...{ title: t.settleTitle(number), effects: [t.settleEffect], confirmLabel: t.settle },
  }));
  return (
    <Section title={t.settle}>
      <Form form={asked}>
        <Stack>
          <DateField {...form.field('paid_on')} label={t.day} max={today} />
          <TextField {...form.field('note')} label={t.note} maxLength={300} />
          <SubmitButton>{t.settle}</SubmitButton>
        </Stack>
      </Form>
    </Section>
  );
}

function Credit({ invoice: { id, amount, credited } }: { invoice: contract.OperatorInvoice }) {
  const t = useText(invoiceText);
  const credit = useAction(contract.creditPlanInvoice, { quiet: true });
  const form = useEntityForm({
    schema: contract.creditPlanInvoice.body,
    initial: { amount: amount - credited, reason: '' },
    submit: ({ values }) => credit.mutateAsync({ params: { id }, body: values }),
    success: t.creditedDone,
    guard: false,
  });
  return (
    <Section title={t.credit}>
      <Form form={form}>
        <Stack>
          <MoneyField {...form.field('amount')} label={t.amount} hint={t.creditHint} />
          <TextField {...form.field('reason')} label={t.reason} maxLength={300} required />
          <SubmitButton>{t.send}</SubmitButton>
        </Stack>
      </Form>
    </Section>
  );
}
