import type { CardPayment } from '@lanka/domain/acquiring/contract';
import * as contract from '@lanka/domain/billing/cards';
import type { PlanInvoice } from '@lanka/domain/billing/invoices';
import { formatMoney } from '@lanka/domain/kit/money';
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Aside, DateTime, Money } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { cardState } from './invoice-status';
import { invoiceText } from './invoice-text';
import { JUST_BACK_MS, pollEvery, waits } from './polling';

/** The bank leads back with `?card=…`: that says nothing but that it is worth asking how the payment is. */
const useBack = (): boolean => useSearchParams()[0].has('card');

function useJustBack(isBack: boolean): boolean {
  const [is, setIs] = useState(isBack);
  useEffect(() => {
    const timer = setTimeout(() => setIs(false), JUST_BACK_MS);
    return () => clearTimeout(timer);
  }, []);
  return is;
}

interface Shown {
  invoice: PlanInvoice;
}

const leave = ({ pay_url }: { pay_url: string }): void => window.location.assign(pay_url);

/** Whoever has just come back is shown at once what the bank says. */
function useWatch() {
  const isBack = useBack();
  const isJustBack = useJustBack(isBack);
  return {
    isBack,
    refetchInterval: (known: contract.InvoiceCards | undefined) => isBack && pollEvery(known?.items[0], isJustBack),
  };
}

export function ProjectCards({ invoice }: Shown) {
  const project_id = useProjectId();
  const { can } = useSession();
  const { isBack, refetchInterval } = useWatch();
  const args = { params: { project_id, id: invoice.id } };
  const { data } = useCall(contract.readInvoiceCards, args, { refetchInterval });
  const pay = useAction(contract.payInvoice, { onSuccess: leave });
  const check = useAction(contract.checkInvoice, { quiet: true });
  const deeds = { pay: () => pay.mutate(args), check: () => check.mutate(args) };
  const state = { isPaying: pay.isPending || pay.isSuccess, isAsking: check.isPending };
  return <Cards {...{ invoice, data, isBack, ...deeds, ...state }} mayPay={can('billing.manage')} />;
}

/** The same of a dropshipper's own plan. */
export function MyCards({ invoice }: Shown) {
  const { isBack, refetchInterval } = useWatch();
  const args = { params: { id: invoice.id } };
  const { data } = useCall(contract.readMyInvoiceCards, args, { refetchInterval });
  const pay = useAction(contract.payMyInvoice, { onSuccess: leave });
  const check = useAction(contract.checkMyInvoice, { quiet: true });
  const deeds = { pay: () => pay.mutate(args), check: () => check.mutate(args) };
  const state = { isPaying: pay.isPending || pay.isSuccess, isAsking: check.isPending };
  return <Cards {...{ invoice, data, isBack, ...deeds, ...state }} mayPay />;
}

interface CardsProps extends Shown {
  data: contract.InvoiceCards | undefined;
  isBack: boolean;
  pay: () => void;
  check: () => void;
  isPaying: boolean;
  isAsking: boolean;
  mayPay: boolean;
}

function Cards({ invoice, data, isBack, pay, check, isPaying, isAsking, mayPay }: CardsProps) {
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
