import * as contract from '@lanka/domain/fiscal/contract';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { Form, SubmitButton } from '../kit/form/Form';
import { MoneyField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
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

const schema = contract.makeService.body.pick({ amount: true });

/** Cash into the drawer or out of it. */
export function ServiceDialog({ register, direction, close }: ServiceDialogProps) {
  const t = useText(text);
  const w = useText(words);
  const project_id = useProjectId();
  const isIn = direction === 'in';
  const make = useAction(contract.makeService, { quiet: true });
  const form = useEntityForm({
    schema,
    initial: { amount: '' },
    guard: false,
    success: isIn ? t.inDone : t.outDone,
    submit: ({ values }) =>
      make.mutateAsync({ params: { project_id, id: register.id }, body: { direction, amount: values.amount } }),
    onSaved: close,
  });
  return (
    <Modal opened onClose={close} title={isIn ? t.serviceIn : t.serviceOut} centered>
      <Form form={form} labels={{ amount: t.amount }}>
        <Stack gap="md">
          <MoneyField {...form.field('amount')} label={t.amount} required />
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={close} disabled={make.isPending}>
              {w.cancel}
            </Button>
            <SubmitButton>{isIn ? t.serviceIn : t.serviceOut}</SubmitButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
