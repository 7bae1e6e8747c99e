import * as contract from '@lanka/domain/billing/invoices';
import { formatIban } from '@lanka/domain/kit/iban';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { CopyButton, type Fact, KeyFacts, Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { StatusBadge } from '../kit/display/status';
import { Amount, DateOnly, Money } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { download } from '../kit/http/download';
import { useCall } from '../kit/http/query';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { MyCards, ProjectCards } from './CardPayments';
import { invoiceStatus } from './invoice-status';
import { invoiceText } from './invoice-text';
import { text } from './text';

/** `/cp/billing/invoices/:id` */
export function InvoicePage() {
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const t = useText(text);
  const query = useCall(contract.readInvoice, { params: { project_id, id } });
  return (
    <Loaded query={query}>
      {(invoice) => (
        <Invoice
          invoice={invoice}
          back={{ to: '/cp/billing/billing', label: t.billing }}
          print={() => download(contract.printInvoice, { params: { project_id, id } })}
          card={<ProjectCards invoice={invoice} />}
        />
      )}
    </Loaded>
  );
}

/** `/cp/dropshipper-profile/billing/:id` */
export function MyInvoicePage() {
  const { id = '' } = useParams();
  const t = useText(text);
  const query = useCall(contract.readMyInvoice, { params: { id } });
  return (
    <Loaded query={query}>
      {(invoice) => (
        <Invoice
          invoice={invoice}
          back={{ to: '/cp/dropshipper-profile/billing', label: t.paymentAndSubscription }}
          print={() => download(contract.printMyInvoice, { params: { id } })}
          card={<MyCards invoice={invoice} />}
        />
      )}
    </Loaded>
  );
}

interface InvoiceProps {
  invoice: contract.PlanInvoice;
  back: { to: string; label: string };
  print: () => Promise<void>;
  /** How it is paid by card. */
  card: ReactNode;
}

function Invoice({ invoice, back, print, card }: InvoiceProps) {
  const t = useText(invoiceText);
  const { number, kind, status } = invoice;
  const waits = status === 'due' || status === 'overdue';
  return (
    <Page
      title={kind === 'credit_note' ? t.creditNote(number) : t.invoice(number)}
      crumbs={[back]}
      status={<StatusBadge table={invoiceStatus} value={status} />}
      action={{ label: t.pdf, onClick: () => void print().catch(notifyError) }}
      side={<InvoiceFacts invoice={invoice} />}
    >
      <InvoiceLines invoice={invoice} />
      {kind !== 'credit_note' && card}
      {waits && <Transfer transfer={invoice.transfer} />}
    </Page>
  );
}

export function InvoiceFacts({ invoice }: { invoice: contract.PlanInvoice }) {
  const t = useText(invoiceText);
  const { kind, issued_on, due_on, amount, credited, paid_on, paid_by, corrects, payer, comment } = invoice;
  const facts: Fact[] = [
    { label: t.amount, value: <Money kopecks={amount} fw={600} /> },
    { label: t.reason, value: t.kind[kind] },
    { label: t.issuedOn, value: <DateOnly date={issued_on} /> },
    { label: t.dueOn, value: <DateOnly date={due_on} />, hidden: due_on === null },
    {
      ...{ label: t.paidOn, hidden: paid_on === null },
      value: (
        <>
          <DateOnly date={paid_on} span inherit /> {paid_by && t.paidBy[paid_by]}
        </>
      ),
    },
    { label: t.credited, value: <Money kopecks={credited} />, hidden: credited === 0 },
    { label: t.corrects, value: corrects?.number, hidden: corrects === null },
    { label: t.payer, value: payer },
    { label: t.note, value: comment, hidden: comment === '' },
  ];
  return <KeyFacts facts={facts} />;
}

export function InvoiceLines({ invoice: { lines } }: { invoice: contract.PlanInvoice }) {
  const t = useText(invoiceText);
  return (
    <Section title={t.lines}>
      <LineTable>
        <thead>
          <tr>
            <th scope="col">{t.lineTitle}</th>
            <LineHeads names={[t.lineCount, t.linePrice, t.amount]} />
          </tr>
        </thead>
        <tbody>
          {lines.map(({ kind, title, count, price, amount }) => (
            <tr key={`${kind} ${title} ${price}`}>
              <td className="line-name">{title}</td>
              <LineCell label={t.lineCount}>{formatCount(count)}</LineCell>
              <LineCell label={t.linePrice}>
                <Amount kopecks={price} />
              </LineCell>
              <LineCell label={t.amount}>
                <Amount kopecks={amount} />
              </LineCell>
            </tr>
          ))}
        </tbody>
      </LineTable>
    </Section>
  );
}

function Transfer({ transfer }: { transfer: contract.TransferDetails | null }) {
  const t = useText(invoiceText);
  if (!transfer) return <Section title={t.byTransfer} empty={t.noTransfer} />;
  const rows: [string, string, string][] = [
    [t.recipient, transfer.recipient, transfer.recipient],
    [t.iban, formatIban(transfer.iban), transfer.iban],
    [t.code, transfer.code, transfer.code],
    [t.purpose, transfer.purpose, transfer.purpose],
  ];
  return (
    <Section title={t.byTransfer}>
      <Stack gap="xs">
        {rows.map(([label, shown, value]) => (
          <div key={label}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Text className="wrap-anywhere">{shown}</Text>
              <CopyButton value={value} label={t.copy(label)} />
            </Group>
          </div>
        ))}
        <Text size="sm" c="dimmed">
          {t.transferHint}
        </Text>
      </Stack>
    </Section>
  );
}
