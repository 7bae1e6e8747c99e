/** Cash on delivery on the page of an order: the numbers before it is sent, and what became of them. */
import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/orders/contract';
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { CodInputs, CodNumbers } from './CodFields';
import { codState } from './cod-state';
import { codText } from './cod-text';
import type { OrderForm, OrderValues } from './form';
import { usePrice } from './usePrice';
import type { OrderPlace } from './where';

interface OfOrder {
  place: OrderPlace;
  order: contract.Order;
}

export function Cod({ place, order }: OfOrder) {
  const t = useText(codText);
  const [isOpen, setOpen] = useState(false);
  const { cod } = order;
  const mayEdit = order.editable.cod && can(place.role, 'orders.edit');
  const button = mayEdit && (
    <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
      {cod ? t.change : t.enter}
    </Button>
  );
  const whose = place.role === 'Client' ? t.mine : t.earningOf(order.counterparty_name);
  return (
    <>
      {cod ? (
        <Section title={t.title} action={button}>
          <Stack gap="sm">
            {order.status !== 'Canceled' && (
              <div>
                <StatusBadge table={codState} value={cod.state} />
              </div>
            )}
            <CodNumbers cod={cod} whose={whose} />
            {cod.received !== null && <Received cod={cod} received={cod.received} />}
            {cod.state === 'direct' && <Text size="sm">{place.role === 'Client' ? t.directMine : t.direct}</Text>}
            {cod.state === 'awaited' && (
              <Text size="sm" c="dimmed">
                {t.frozen}
              </Text>
            )}
          </Stack>
        </Section>
      ) : (
        <Section title={t.title} empty={t.none} action={button} />
      )}
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t.title} centered>
        <CodForm place={place} order={order} close={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function Received({ cod, received }: { cod: NonNullable<contract.Order['cod']>; received: number }) {
  const t = useText(codText);
  const fee = cod.received_fee ?? 0;
  const difference = received - fee - (cod.sum - cod.fee);
  return (
    <KeyFacts
      facts={[
        { label: t.received, value: <Money kopecks={received} /> },
        { label: t.receivedFee, value: <Money kopecks={fee} /> },
        { label: t.difference, value: <Money kopecks={difference} signed />, hidden: difference === 0 },
      ]}
    />
  );
}

const schema = contract.UpdateOrderBody.pick({ cod: true });

function CodForm({ place, order, close }: OfOrder & { close: () => void }) {
  const t = useText(codText);
  const params = { project_id: place.project_id, id: order.id };
  const update = useAction(contract.updateOrder, { quiet: true });
  const { cod } = order;
  const form = useEntityForm({
    schema,
    initial: { cod: { on: true, sum: cod?.sum_set ?? '', fee: cod?.fee_set ?? '' } },
    guard: false,
    success: t.saved,
    submit: ({ values }) => update.mutateAsync({ params, body: values }),
    onSaved: close,
  });
  const fields = form as unknown as OrderForm;
  const values: OrderValues = {
    ...fields.watch(),
    items: order.items,
    counterparty_id: order.counterparty_id,
    prepayment: order.prepayment,
    promo_code: order.promo_code,
    customer_discount: order.customer_discount,
  };
  const sums = usePrice(place.project_id, values, order.id);
  return (
    <Form form={form}>
      <Stack gap="md">
        <CodInputs form={fields} cod={sums.cod} isOld={sums.isOld} />
        <SubmitButton back={close}>{t.save}</SubmitButton>
      </Stack>
    </Form>
  );
}
