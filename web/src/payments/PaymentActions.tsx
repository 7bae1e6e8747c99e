import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/payments/contract';
import { balanceChange } from '@lanka/domain/payments/rules';
import { Button, Group } from '@mantine/core';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** What staff may decide on a payment: confirm or decline a reported one, reverse a confirmed one. */
export function PaymentActions({ payment }: { payment: contract.Payment }) {
  const { can } = useSession();
  if (!can('payments.confirm')) return null;
  if (payment.status === 'pending') return <Decide payment={payment} />;
  // what is a row of a bank statement is undone there
  if (payment.status === 'confirmed' && !payment.reversed && payment.bank_row_id === null)
    return <Reverse payment={payment} />;
  return null;
}

function Decide({ payment }: { payment: contract.Payment }) {
  const t = useText(text);
  const project_id = useProjectId();
  const ask = useConfirm();
  const params = { project_id, id: payment.id };
  const confirm = useAction(contract.confirmPayment, { success: t.confirmed });
  const decline = useAction(contract.declinePayment, { success: t.declined });
  const sum = formatMoney(payment.amount);
  const onConfirm = async () => {
    const effect = payment.type === 'receipt' ? t.confirmEffect : t.withdrawEffect;
    const answer = await ask({
      title: t.confirmTitle,
      effects: [effect(payment.counterparty_name, sum)],
      irreversible: t.confirmFinal,
      confirmLabel: t.confirm,
    });
    if (answer) confirm.mutate({ params, body: {} });
  };
  const onDecline = async () => {
    const answer = await ask({
      title: t.declineTitle,
      effects: [t.declineEffect],
      reason: { label: t.reason },
      confirmLabel: t.decline,
      danger: true,
    });
    if (answer) decline.mutate({ params, body: answer.reason ? { reason: answer.reason } : {} });
  };
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label={t.actionsFor(sum)}>
      <Button size="compact-sm" loading={confirm.isPending} onClick={() => void onConfirm()}>
        {t.confirm}
      </Button>
      <Button size="compact-sm" variant="default" loading={decline.isPending} onClick={() => void onDecline()}>
        {t.decline}
      </Button>
    </Group>
  );
}

function Reverse({ payment }: { payment: contract.Payment }) {
  const t = useText(text);
  const project_id = useProjectId();
  const ask = useConfirm();
  const reverse = useAction(contract.reversePayment, { success: t.reversedDone });
  const onReverse = async () => {
    const back = -balanceChange(payment.type, payment.amount);
    const answer = await ask({
      title: t.reverseTitle,
      effects: [t.reverseEffect(payment.counterparty_name, formatMoney(back)), t.reverseKept],
      irreversible: true,
      reason: { label: t.reason, required: true },
      confirmLabel: t.reverse,
      danger: true,
    });
    if (answer) reverse.mutate({ params: { project_id, id: payment.id }, body: { comment: answer.reason } });
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      ml={-8}
      loading={reverse.isPending}
      onClick={() => void onReverse()}
      aria-label={`${t.reverse}: ${formatMoney(payment.amount)}`}
    >
      {t.reverse}
    </Button>
  );
}
