/** What the customer has paid to his seller beforehand, with the receipts. */

import { RECEIPT_TYPES } from '@lanka/domain/files/receipts';
import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/orders/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { DateOnly, Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { FileDrop } from '../kit/form/files';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { PrepaymentInputs, prepaymentOf, ToCollect } from './fields';
import type { OrderForm } from './form';
import { marksText } from './marks-text';
import type { OrderPlace } from './where';

interface OfOrder {
  place: OrderPlace;
  order: contract.Order;
}

export function Prepayment({ place, order }: OfOrder) {
  const m = useText(marksText);
  const [isOpen, setOpen] = useState(false);
  const { prepayment } = order;
  const mayEdit = order.editable.prepayment && can(place.role, 'orders.edit');
  const button = mayEdit && (
    <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
      {prepayment ? m.change : m.enter}
    </Button>
  );
  return (
    <>
      {prepayment ? (
        <Section title={m.prepayment} action={button}>
          <Text>
            <Money kopecks={prepayment.amount} />, <DateOnly date={prepayment.date} />
          </Text>
          <ToCollect sum={order.customer_sum} prepaid={prepayment.amount} />
        </Section>
      ) : (
        <Section title={m.prepayment} empty={m.none} action={button} />
      )}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={m.prepayment} centered>
        <PrepaymentForm place={place} order={order} close={() => setOpen(false)} />
      </Modal>
    </>
  );
}

const schema = contract.UpdateOrderBody.pick({ prepayment: true });
const MAX_FILE = 20 * 1024 * 1024;

function PrepaymentForm({ place, order, close }: OfOrder & { close: () => void }) {
  const m = useText(marksText);
  const params = { project_id: place.project_id, id: order.id };
  const update = useAction(contract.updateOrder, { quiet: true });
  const addFile = useAction(contract.addFile, { success: m.receiptAdded });
  const form = useEntityForm({
    schema,
    initial: { prepayment: prepaymentOf(order) },
    version: order.version,
    guard: false,
    success: m.saved,
    submit: ({ values, version }) =>
      update.mutateAsync({ params, body: values, ...(version === undefined ? {} : { if_match: version }) }),
    onSaved: close,
  });
  return (
    <Form form={form}>
      <Stack gap="md">
        <PrepaymentInputs form={form as unknown as OrderForm} sum={order.customer_sum} />
        {can(place.role, 'files.upload') && (
          <FileDrop
            projectId={place.project_id}
            accept={RECEIPT_TYPES}
            multiple
            maxBytes={MAX_FILE}
            hint={m.receiptHint}
            onUploaded={({ file_name }) => addFile.mutate({ params, body: { file_name, purpose: 'prepayment' } })}
          />
        )}
        <Group justify="flex-end">
          <SubmitButton>{m.save}</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
