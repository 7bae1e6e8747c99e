import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/payments/contract';
import { balanceChange } from '@lanka/domain/payments/rules';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../kit/http/call';
import { refreshAfter } from '../kit/http/query';
import { oneByOne } from '../kit/list/one-by-one';
import { useConfirm } from '../kit/overlay/confirm';
import { notify, notifySuccess } from '../kit/overlay/notify';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

type Row = contract.Payment;

/** Payments that dropshippers have reported, confirmed in one press; others among those chosen are left alone. */
export function useConfirmMany(): (rows: readonly Row[], done: () => void) => Promise<void> {
  const t = useText(text);
  const ask = useConfirm();
  const client = useQueryClient();
  const project_id = useProjectId();
  return async (rows, done) => {
    const pending = rows.filter(({ status }) => status === 'pending');
    if (pending.length === 0) return notify('info', t.nonePending);
    const sum = pending.reduce((all, { type, amount }) => all + balanceChange(type, amount), 0);
    const answer = await ask({
      title: t.confirmManyTitle(pending.length),
      effects: [t.confirmManyEffect(formatMoney(sum))],
      irreversible: t.confirmFinal,
      confirmLabel: t.confirm,
    });
    if (!answer) return;
    const refused = await oneByOne(pending, ({ id }) =>
      call(contract.confirmPayment, { params: { project_id, id }, body: {} }),
    );
    done();
    await refreshAfter(client, contract.confirmPayment);
    if (refused.length < pending.length) notifySuccess(t.confirmedMany(pending.length - refused.length));
    if (refused.length === 0) return;
    notify(
      'warning',
      refused.map(({ row, message }) => (
        <Text key={row.id} size="sm">{`${row.counterparty_name}, ${formatMoney(row.amount)}: ${message}`}</Text>
      )),
    );
  };
}
