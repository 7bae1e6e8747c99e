import * as contract from '@lanka/domain/billing/cards';
import { formatMoney } from '@lanka/domain/kit/money';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { Aside, DateOnly, DateTime, Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall, usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { useConfirm } from '../kit/overlay/confirm';
import { useText } from '../kit/text';
import { ROOT } from '../operator';
import { invoiceText } from './invoice-text';

/** While the bank pays back. */
const POLL_MS = 3_000;

/** What the bank is still to pay back. */
const leftOf = ({ owed, refunded, by_hand }: contract.PlanCardPayment): number => owed - refunded - by_hand;

/** Over all invoices: what somebody has to look at; nothing most of the time. */
export function CardsToLookAt() {
  const t = useText(invoiceText);
  const list = usePages<contract.PlanCardPayment>(contract.listPlanCardPayments, {});
  if (!list.data || list.data.length === 0) return null;
  return (
    <Section title={t.needLook}>
      <Stack>
        {list.data.map((one) => (
          <Card key={one.id} card={one} isNamed />
        ))}
        <MoreRows list={list} />
      </Stack>
    </Section>
  );
}

/** Of one invoice, all tries. */
export function CardsOfInvoice({ id }: { id: string }) {
  const t = useText(invoiceText);
  const args = { params: { id } };
  const known = useCall(contract.listCardsOfInvoice, args);
  const refunds = known.data?.items.some((card) => leftOf(card) > 0 && card.problem === null);
  const { data } = useCall(contract.listCardsOfInvoice, args, { refetchInterval: refunds ? POLL_MS : false });
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={t.byCard}>
      <Stack>
        {data.items.map((one) => (
          <Card key={one.id} card={one} />
        ))}
      </Stack>
    </Section>
  );
}

/** Somebody has looked into the cabinet of the bank, and says what came of it. */
function Resolve({ id }: { id: string }) {
  const t = useText(invoiceText);
  const resolve = useAction(contract.resolvePlanCardPayment, { quiet: true });
  const form = useEntityForm({
    schema: contract.resolvePlanCardPayment.body,
    initial: { note: '' },
    submit: ({ values }) => resolve.mutateAsync({ params: { id }, body: values }),
    success: t.resolved,
    guard: false,
  });
  return (
    <Form form={form}>
      <Group align="flex-end" gap="sm">
        <TextField {...form.field('note')} label={t.resolution} maxLength={300} required />
        <SubmitButton>{t.resolve}</SubmitButton>
      </Group>
    </Form>
  );
}

/** The bank did not refund it: saying that it is dealt with says that the money went back another way, and ends the debt. */
function PaidBack({ id, left }: { id: string; left: number }) {
  const t = useText(invoiceText);
  const confirm = useConfirm();
  const resolve = useAction(contract.resolvePlanCardPayment, { success: t.resolved });
  const ask = async () => {
    const answer = await confirm({
      title: t.paidBackTitle(formatMoney(left)),
      effects: t.paidBackEffects,
      irreversible: true,
      reason: { label: t.resolution, required: true },
      confirmLabel: t.paidBack,
    });
    if (answer) resolve.mutate({ params: { id }, body: { note: answer.reason } });
  };
  return (
    <Button size="compact-sm" variant="default" loading={resolve.isPending} onClick={() => void ask()}>
      {t.paidBack}
    </Button>
  );
}

function Card({ card, isNamed = false }: { card: contract.PlanCardPayment; isNamed?: boolean }) {
  const t = useText(invoiceText);
  const again = useAction(contract.refundPlanCardPayment, { success: t.refundAsked });
  const { id, invoice, payer, amount, paid_on, created_at, settles, refunded, by_hand, problem } = card;
  const left = leftOf(card);
  const isRefused = left > 0 && (problem === 'refund_refused' || problem === 'other_token');
  return (
    <div>
      <Group gap="sm">
        {isNamed && (
          <Anchor component={Link} to={`${ROOT}/billing/${invoice.id}`}>
            {invoice.number}
          </Anchor>
        )}
        {isNamed && <Text span>{payer}</Text>}
        <Money kopecks={amount} span />
        {paid_on ? (
          <Text span c="dimmed" size="sm">
            {t.cardStates.paid} <DateOnly date={paid_on} span inherit />
          </Text>
        ) : (
          <Text span c="dimmed" size="sm">
            {t.begun} <DateTime at={created_at} span inherit />
          </Text>
        )}
        {refunded > 0 && <Aside>{t.refundedSum(formatMoney(refunded))}</Aside>}
        {by_hand > 0 && <Aside>{t.byHandSum(formatMoney(by_hand))}</Aside>}
        {left > 0 && problem === null && <Aside>{t.refundingSum(formatMoney(left))}</Aside>}
      </Group>
      {paid_on !== null && !settles && (
        <Text size="sm" c="dimmed">
          {t.surplus}
        </Text>
      )}
      {problem && (
        <Text size="sm" c="red">
          {t.problems[problem]}
        </Text>
      )}
      {left < 0 && (
        <Text size="sm" c="red">
          {t.overRefunded}
        </Text>
      )}
      {problem && problem !== 'refund_not_posted' && !isRefused && <Resolve id={id} />}
      {isRefused && (
        <Group gap="sm" mt="xs">
          <Button
            size="compact-sm"
            variant="default"
            loading={again.isPending}
            onClick={() => again.mutate({ params: { id } })}
          >
            {t.refundAgain}
          </Button>
          <PaidBack id={id} left={left} />
        </Group>
      )}
    </div>
  );
}
