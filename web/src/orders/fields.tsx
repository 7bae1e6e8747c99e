/** The parts of the order's form, the same when it is created and when it is edited. */
import * as contract from '@lanka/domain/orders/contract';
import { Grid, SimpleGrid, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Section } from '../kit/display/facts';
import { PercentField, PhoneField, SelectField, TextareaField, TextField } from '../kit/form/fields';
import type { FieldBinding } from '../kit/form/useEntityForm';
import { useText } from '../kit/text';
import { formText } from './form-text';
import { text } from './text';

type FieldName =
  | 'items'
  | 'counterparty_id'
  | `customer.${'name' | 'phone' | 'email'}`
  | `delivery.${'operator' | 'recipient_name' | 'recipient_phone' | 'address' | 'ttn'}`
  | 'promo_code'
  | 'customer_discount'
  | 'fields'
  | 'comment';

/** What the parts need of the form that creates or the one that edits. */
export interface OrderForm {
  field(name: FieldName): FieldBinding;
  setValue(name: FieldName, value: unknown): void;
  watch(): OrderValues;
}

/** As the inputs hold them. */
export interface OrderValues {
  counterparty_id?: string | undefined;
  items?: unknown;
  customer?: { name?: string; phone?: string | null | undefined; email?: string | null | undefined } | undefined;
  delivery?:
    | { operator?: string; recipient_name?: string; recipient_phone?: string | null | undefined; address?: string }
    | undefined;
  promo_code?: string | null | undefined;
  customer_discount?: unknown;
}

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

export function CustomerFields({ form, required }: { form: OrderForm; required: boolean }) {
  const t = useText(formText);
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
