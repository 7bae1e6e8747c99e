import type { CashRegister } from '@lanka/domain/fiscal/contract';
import { Alert } from '@mantine/core';
import { useText } from '../kit/text';
import { text } from './text';

/** What wants attention, in words. */
export function RegisterNotes({ register }: { register: CashRegister }) {
  const t = useText(text);
  const { reason, status, problem, closes_soon, close_at } = register;
  return (
    <>
      {reason && <Alert color={status === 'not_active' ? 'red' : 'yellow'}>{t.reasons[reason]}</Alert>}
      {problem && (
        <Alert color="red" title={t.problem}>
          {problem}
        </Alert>
      )}
      {closes_soon && close_at && <Alert color="yellow">{t.closesSoon(close_at)}</Alert>}
    </>
  );
}
