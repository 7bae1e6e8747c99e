/** The parts of the order's form, the same when it is created and when it is edited. */
import * as contract from '@lanka/domain/orders/contract';
import { Grid, SimpleGrid, Stack } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { Section } from '../kit/display/facts';
import { PercentField, PhoneField, SelectField, TextareaField, TextField } from '../kit/form/fields';
import { ErrorBoundary } from '../kit/page/states';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import type { OrderForm } from './form';
import { formText } from './form-text';
import { customerOffer } from './panels';
import { text } from './text';
import type { OrderPlace } from './where';

export const customerOf = (order: contract.Order) => ({
  name: order.customer.name,
  phone: order.customer.phone ?? '',
  email: order.customer.email ?? '',
});

export const deliveryOf = ({ delivery }: contract.Order) => ({
  operator: delivery.operator,
  recipient_name: delivery.recipient_name,
  recipient_phone: delivery.recipient_phone ?? '',
  address: delivery.address,
  ttn: delivery.ttn ?? '',
});

/** The recipient is the customer as long as nobody wrote another one. */
export function useRecipientFollowsCustomer(form: OrderForm): void {
  const { customer, delivery } = form.watch();
  const before = useRef({ name: customer?.name ?? '', phone: customer?.phone ?? '' });
  const name = customer?.name ?? '';
  const phone = customer?.phone ?? '';
  const latest = useRef({ form, delivery });
  latest.current = { form, delivery };
  useEffect(() => {
    const { form: now, delivery: to } = latest.current;
    if (name !== before.current.name && (to?.recipient_name ?? '') === before.current.name)
      now.setValue('delivery.recipient_name', name);
    if (phone !== before.current.phone && (to?.recipient_phone ?? '') === before.current.phone)
      now.setValue('delivery.recipient_phone', phone);
    before.current = { name, phone };
  }, [name, phone]);
}

export function CustomerFields({ form, required, place }: { form: OrderForm; required: boolean; place: OrderPlace }) {
  const t = useText(formText);
  const offers = useHook(customerOffer);
  return (
    <Section title={t.customer}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, sm: 6 }}>
          <TextField
            {...form.field('customer.name')}
            label={t.name}
            required={required}
            autoComplete="off"
            maxLength={200}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6 }}>
          <PhoneField {...form.field('customer.phone')} label={t.phone} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6 }}>
          <TextField {...form.field('customer.email')} label={t.email} type="email" autoComplete="off" />
        </Grid.Col>
      </Grid>
      {place.project_id !== '' &&
        offers.map(({ id, Component }) => (
          <ErrorBoundary key={id}>
            <Suspense>
              <Component projectId={place.project_id} role={place.role} form={form} />
            </Suspense>
          </ErrorBoundary>
        ))}
    </Section>
  );
}

export function DeliveryFields({ form, required }: { form: OrderForm; required: boolean }) {
  const t = useText(formText);
  const o = useText(text);
  const isPickup = form.watch().delivery?.operator === 'pickup';
  const needed = required && !isPickup;
  return (
    <Section title={o.delivery}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <SelectField
            {...form.field('delivery.operator')}
            label={o.operator}
            options={contract.DELIVERY_OPERATORS.map((value) => ({ value, label: o.operators[value] }))}
            {...(isPickup ? { hint: t.pickupHint } : {})}
            required
          />
          <TextField {...form.field('delivery.ttn')} label={o.ttn} maxLength={40} autoComplete="off" />
          <TextField
            {...form.field('delivery.recipient_name')}
            label={o.recipient}
            required={needed}
            maxLength={200}
            autoComplete="off"
          />
          <PhoneField {...form.field('delivery.recipient_phone')} label={o.recipientPhone} required={needed} />
        </SimpleGrid>
        <TextareaField
          {...form.field('delivery.address')}
          label={o.address}
          hint={t.addressHint}
          required={needed}
          rows={2}
          maxLength={500}
        />
      </Stack>
    </Section>
  );
}

interface MoneyFieldsProps {
  form: OrderForm;
  /** Prices are frozen: a code would change nothing any more. */
  withPromo: boolean;
  withComment: boolean;
  /** Why the typed code does not hold, as the server says. */
  promoRefused: string | null;
}

export function MoneyFields({ form, withPromo, withComment, promoRefused }: MoneyFieldsProps) {
  const t = useText(formText);
  const o = useText(text);
  return (
    <Section title={t.money}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {withPromo && (
            <TextField
              {...form.field('promo_code')}
              label={o.promoCode}
              {...(promoRefused ? { refused: promoRefused } : { hint: t.promoHint })}
              maxLength={60}
              autoComplete="off"
            />
          )}
          <PercentField {...form.field('customer_discount')} label={o.customerDiscount} hint={t.customerDiscountHint} />
        </SimpleGrid>
        {withComment && (
          <TextareaField {...form.field('comment')} label={t.comment} hint={t.commentHint} rows={2} maxLength={2000} />
        )}
      </Stack>
    </Section>
  );
}
