import * as contract from '@lanka/domain/fiscal/contract';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MoneyInput } from '../kit/form/inputs';
import { useAction } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { text } from './text';

interface ServiceDialogProps {
  register: contract.CashRegister;
  direction: 'in' | 'out';
  close: () => void;
}

/** Cash into the drawer or out of it. */
export function ServiceDialog({ register, direction, close }: ServiceDialogProps) {
  const t = useText(text);
  const w = useText(words);
  const project_id = useProjectId();
  const [amount, setAmount] = useState<number | null>(null);
  const [isTried, setTried] = useState(false);
  const isIn = direction === 'in';
  const make = useAction(contract.makeService, { success: isIn ? t.inDone : t.outDone, onSuccess: close });
  const isGood = amount !== null && Number.isInteger(amount) && amount > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isGood && !make.isPending)
      make.mutate({ params: { project_id, id: register.id }, body: { direction, amount } });
  };
  return (
    <Modal opened onClose={close} title={isIn ? t.serviceIn : t.serviceOut} centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <MoneyInput
            label={t.amount}
            value={amount}
            onChange={setAmount}
            withAsterisk
            data-autofocus
            error={isTried && !isGood && w.required}
          />
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={close} disabled={make.isPending}>
              {w.cancel}
            </Button>
            <Button type="submit" loading={make.isPending}>
              {isIn ? t.serviceIn : t.serviceOut}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
