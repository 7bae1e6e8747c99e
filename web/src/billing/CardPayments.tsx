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

const MINE = { read: contract.readMyInvoiceCards, begin: contract.payMyInvoice, ask: contract.checkMyInvoice };
const OF_PROJECT = { read: contract.readInvoiceCards, begin: contract.payInvoice, ask: contract.checkInvoice };

export function ProjectCards({ invoice }: Shown) {
  const project_id = useProjectId();
  const { can } = useSession();
  // they answer what those of a dropshipper do, and are asked with the project beside
  const calls = OF_PROJECT as unknown as typeof MINE;
  const params = { project_id, id: invoice.id };
  return <Cards invoice={invoice} calls={calls} params={params} mayPay={can('billing.manage')} />;
}

export const MyCards = ({ invoice }: Shown) => (
  <Cards invoice={invoice} calls={MINE} params={{ id: invoice.id }} mayPay />
);

interface CardsProps extends Shown {
  calls: typeof MINE;
  params: { id: string };
  mayPay: boolean;
}

function Cards({ invoice, calls: { read, begin, ask }, params, mayPay }: CardsProps) {
  const args = { params };
  const t = useText(invoiceText);
  const isBack = useBack();
  const isJustBack = useJustBack(isBack);
  const known = useCall(read, args);
  const refetchInterval = isBack && pollEvery(known.data?.items[0], isJustBack);
  const { data } = useCall(read, args, { refetchInterval });
  const pay = useAction(begin, { onSuccess: leave });
  const check = useAction(ask, { quiet: true });
  const [last] = data?.items ?? [];
  const isDue = invoice.status === 'due' || invoice.status === 'overdue';
  // once on coming back, and when the bank has said more than this page shows
  const isBehind = isDue && last?.state === 'paid';
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked when one of these begins, not at every render
  useEffect(() => {
    if (isBack || isBehind) check.mutate(args);
  }, [isBack, isBehind]);
  if (!data || (!data.accepts && data.items.length === 0)) return null;
  // whoever has closed the page of the bank without paying may pay again at once
  const isChecking = isBack && last !== undefined && waits(last) && (check.isPending || last.state === 'processing');
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
          <Button
            leftSection={<IconCreditCard size={18} />}
            loading={pay.isPending || pay.isSuccess}
            onClick={() => pay.mutate(args)}
          >
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
