import type { CardPayment } from '@lanka/domain/acquiring/contract';
import * as contract from '@lanka/domain/billing/cards';
import type { PlanInvoice } from '@lanka/domain/billing/invoices';
import { formatMoney } from '@lanka/domain/kit/money';
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateTime, Money } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { cardState } from './invoice-status';
import { invoiceText } from './invoice-text';

const POLL_MS = 2_000;

const waits = ({ state, problem }: CardPayment): boolean =>
  problem === null && (state === 'open' || state === 'processing');

/** The bank leads back with `?card=…`: that says nothing but that it is worth asking how the payment is. */
const useBack = (): boolean => useSearchParams()[0].has('card');

interface Shown {
  invoice: PlanInvoice;
}

const leave = ({ pay_url }: { pay_url: string }): void => window.location.assign(pay_url);

/** Polls while somebody who has come back waits for the word of the bank. */
const pollWhile = (isBack: boolean, known: contract.InvoiceCards | undefined): number | false =>
  isBack && known?.items[0] !== undefined && waits(known.items[0]) ? POLL_MS : false;

export function ProjectCards({ invoice }: Shown) {
  const project_id = useProjectId();
  const { can } = useSession();
  const args = { params: { project_id, id: invoice.id } };
  const isBack = useBack();
  const known = useCall(contract.readInvoiceCards, args);
  const { data } = useCall(contract.readInvoiceCards, args, { refetchInterval: pollWhile(isBack, known.data) });
  const pay = useAction(contract.payInvoice, { onSuccess: leave });
  const check = useAction(contract.checkInvoice, { quiet: true });
  return (
    <Cards
      {...{
        invoice,
        isBack,
        data,
        mayPay: can('billing.manage'),
        isPaying: pay.isPending || pay.isSuccess,
        isAsking: check.isPending,
      }}
      pay={() => pay.mutate(args)}
      check={() => check.mutate(args)}
    />
  );
}

export function MyCards({ invoice }: Shown) {
  const args = { params: { id: invoice.id } };
  const isBack = useBack();
  const known = useCall(contract.readMyInvoiceCards, args);
  const { data } = useCall(contract.readMyInvoiceCards, args, { refetchInterval: pollWhile(isBack, known.data) });
  const pay = useAction(contract.payMyInvoice, { onSuccess: leave });
  const check = useAction(contract.checkMyInvoice, { quiet: true });
  return (
    <Cards
      {...{ invoice, isBack, data, mayPay: true, isPaying: pay.isPending || pay.isSuccess, isAsking: check.isPending }}
      pay={() => pay.mutate(args)}
      check={() => check.mutate(args)}
    />
  );
}

interface CardsProps extends Shown {
  data: contract.InvoiceCards | undefined;
  isBack: boolean;
  mayPay: boolean;
  isPaying: boolean;
  /** The bank is asked at this moment. */
  isAsking: boolean;
  pay: () => void;
  check: () => void;
}

function Cards({ invoice, data, isBack, mayPay, isPaying, isAsking, pay, check }: CardsProps) {
  const t = useText(invoiceText);
  const [last] = data?.items ?? [];
  const isDue = invoice.status === 'due' || invoice.status === 'overdue';
  // once on coming back, and when the bank has said more than this page shows
  const isBehind = isDue && last?.state === 'paid';
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked when one of these begins, not at every render
  useEffect(() => {
    if (isBack || isBehind) check();
  }, [isBack, isBehind]);
  if (!data || (!data.accepts && data.items.length === 0)) return null;
  // whoever has closed the page of the bank without paying may pay again at once
  const isChecking = isBack && last !== undefined && waits(last) && (isAsking || last.state === 'processing');
  return (
    <Section title={t.byCard}>
      <Stack align="flex-start">
        {isChecking && (
          <Group role="status" gap="sm" wrap="nowrap">
            <Loader size="sm" />
            <div>
              <Text>{t.checking}</Text>
              <Text size="sm" c="dimmed">
                {t.checkingText}
              </Text>
            </div>
          </Group>
        )}
        {isDue && last?.state === 'failed' && (
          <Alert color="red">{[t.declined, last.failure].filter(Boolean).join('. ')}</Alert>
        )}
        {data.accepts && !isChecking && <Text c="dimmed">{t.cardText}</Text>}
        {data.accepts && mayPay && last?.state !== 'processing' && (
          <Button leftSection={<IconCreditCard size={18} />} loading={isPaying} onClick={pay}>
            {t.payByCard(formatMoney(invoice.amount))}
          </Button>
        )}
        {data.items
          .filter((one) => one.state !== 'open')
          .map((one) => (
            <One key={one.id} payment={one} isSurplus={one.state === 'paid' && invoice.paid_by !== 'card' && !isDue} />
          ))}
      </Stack>
    </Section>
  );
}

/** What became of one try. */
function One({ payment, isSurplus }: { payment: CardPayment; isSurplus: boolean }) {
  const t = useText(invoiceText);
  const { amount, state, card, created_at, paid_at, refunded, refund_wanted, problem } = payment;
  return (
    <div>
      <Group gap="sm">
        <StatusBadge table={cardState} value={state} size="sm" />
        <Money kopecks={amount} span />
        <Text span c="dimmed" size="sm">
          {card} <DateTime at={paid_at ?? created_at} span inherit />
        </Text>
        {refunded > 0 && <Aside>{t.refundedSum(formatMoney(refunded))}</Aside>}
        {refund_wanted > refunded && <Aside>{t.refundingSum(formatMoney(refund_wanted - refunded))}</Aside>}
      </Group>
      {isSurplus && (
        <Text size="sm" c="dimmed">
          {t.surplus}
        </Text>
      )}
      {problem && (
        <Text size="sm" c="red">
          {t.payerProblem}
        </Text>
      )}
    </div>
  );
}
