import * as contract from '@lanka/domain/fiscal/contract';
import { Button } from '@mantine/core';
import { usePlanRefusal } from '../integrations';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

type Of = Pick<contract.CashRegister, 'id' | 'shift'> & { readonly status?: contract.RegisterStatus };

/** Opens the shift, or closes it after a question; turns while the service is at it. */
export function ShiftButton({ register }: { register: Of }) {
  const t = useText(text);
  const { can } = useSession();
  const project_id = useProjectId();
  const ask = useConfirm();
  const isRefused = usePlanRefusal('checkbox') !== null;
  const params = { project_id, id: register.id };
  const open = useAction(contract.openRegister);
  const close = useAction(contract.closeRegister);
  if (!can('cash_registers.edit')) return null;
  const isOpen = register.shift === 'opened' || register.shift === 'closing';
  const isMoving = register.shift === 'opening' || register.shift === 'closing';
  const press = async () => {
    if (!isOpen) return open.mutate({ params });
    if (await ask({ title: t.closeTitle, effects: t.closeEffects, confirmLabel: t.close })) close.mutate({ params });
  };
  return (
    <Button
      variant={isOpen ? 'default' : 'filled'}
      loading={isMoving || open.isPending || close.isPending}
      disabled={!isOpen && (isRefused || register.status === 'not_active')}
      onClick={() => void press()}
    >
      {isOpen ? t.close : t.open}
    </Button>
  );
}
