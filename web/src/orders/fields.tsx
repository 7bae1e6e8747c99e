/** The parts of the order's form, the same when it is created and when it is edited. */
import { formatMoney } from '@lanka/domain/kit/money';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/orders/contract';
import { toCollect } from '@lanka/domain/orders/rules';
import { Grid, SimpleGrid, Stack, Text } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Section } from '../kit/display/facts';
import {
  DateField,
  MoneyField,
  PercentField,
  PhoneField,
  SelectField,
  SuggestedField,
  TagsField,
  TextareaField,
  TextField,
} from '../kit/form/fields';
import { useCall } from '../kit/http/query';
import { ErrorBoundary } from '../kit/page/states';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import type { OrderForm } from './form';
import { formText } from './form-text';
import { marksText } from './marks-text';
import { customerOffer, deliveryPlace } from './panels';
import { ReservationField } from './Reservation';
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
  town: delivery.town,
  address: delivery.address,
  city_ref: delivery.city_ref ?? '',
  branch_ref: delivery.branch_ref ?? '',
  door: delivery.door,
  ttn: delivery.ttn ?? '',
});

export const prepaymentOf = ({ prepayment }: contract.Order) => ({
  amount: prepayment?.amount ?? '',
  date: prepayment?.date ?? '',
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
      <Stack gap="md">
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
      </Stack>
    </Section>
  );
}

/** What other orders have for tags, sources and towns. */
const useSuggestions = (project_id: string) =>
  useCall(contract.suggestForOrders, { params: { project_id } }, { enabled: project_id !== '' }).data;

interface DeliveryFieldsProps {
  form: OrderForm;
  required: boolean;
  place: OrderPlace;
  /** Of several orders each parcel gets its own later. */
  withoutTtn?: boolean;
}

export function DeliveryFields({ form, required, place, withoutTtn = false }: DeliveryFieldsProps) {
  const m = useText(marksText);
  const suggested = useSuggestions(place.project_id);
  const t = useText(formText);
  const o = useText(text);
  const operator = form.watch().delivery?.operator;
  const isPickup = operator === 'pickup';
  const places = useHook(deliveryPlace).filter((one) => one.operator === operator && place.project_id !== '');
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
          {!withoutTtn && <TextField {...form.field('delivery.ttn')} label={o.ttn} maxLength={40} autoComplete="off" />}
          <TextField
            {...form.field('delivery.recipient_name')}
            label={o.recipient}
            required={needed}
            maxLength={200}
            autoComplete="off"
          />
          <PhoneField {...form.field('delivery.recipient_phone')} label={o.recipientPhone} required={needed} />
        </SimpleGrid>
        {places.map(({ id, Component }) => (
          <ErrorBoundary key={id}>
            <Suspense>
              <Component projectId={place.project_id} role={place.role} form={form} />
            </Suspense>
          </ErrorBoundary>
        ))}
        <SuggestedField
          {...form.field('delivery.town')}
          label={m.town}
          hint={m.townHint}
          suggestions={suggested?.towns}
          maxLength={120}
        />
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

interface MarksProps {
  form: OrderForm;
  place: OrderPlace;
  /** Of an order that was sent the page itself changes the day. */
  withReservation: boolean;
}

export function MarksFields({ form, place, withReservation }: MarksProps) {
  const m = useText(marksText);
  const suggested = useSuggestions(place.project_id);
  return (
    <Section title={m.marks}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TagsField
          {...form.field('tags')}
          label={m.tags}
          hint={m.tagsHint(contract.MAX_TAGS)}
          {...(suggested ? { suggestions: suggested.tags } : {})}
        />
        <SuggestedField
          {...form.field('source')}
          label={m.source}
          hint={m.sourceHint}
          suggestions={suggested?.sources}
          maxLength={60}
        />
        <TextField
          {...form.field('external_number')}
          label={m.externalNumber}
          hint={m.externalNumberHint}
          maxLength={60}
          autoComplete="off"
        />
        {withReservation && <ReservationField form={form} place={place} />}
      </SimpleGrid>
    </Section>
  );
}

interface PrepaymentProps {
  form: OrderForm;
  /** What the customer pays in all, null while it is not known. */
  sum: number | null;
}

export function PrepaymentInputs({ form, sum }: PrepaymentProps) {
  const m = useText(marksText);
  const prepaid = Number(form.watch().prepayment?.amount) || 0;
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <MoneyField {...form.field('prepayment.amount')} label={m.prepaid} hint={m.prepaidHint} />
        <DateField {...form.field('prepayment.date')} label={m.prepaidOn} max={kyivDate(new Date())} />
      </SimpleGrid>
      {sum !== null && prepaid > 0 && <ToCollect sum={sum} prepaid={prepaid} />}
    </Stack>
  );
}

interface PrepaymentFieldsProps extends PrepaymentProps {
  /** The receipts that go with an order being made. */
  receipts?: ReactNode;
}

export function PrepaymentFields({ receipts, ...props }: PrepaymentFieldsProps) {
  const m = useText(marksText);
  return (
    <Section title={m.prepayment}>
      <Stack gap="md">
        <PrepaymentInputs {...props} />
        {receipts}
      </Stack>
    </Section>
  );
}

/** What is left for the carrier to collect, or that too much was paid. */
export function ToCollect({ sum, prepaid }: { sum: number; prepaid: number }) {
  const m = useText(marksText);
  return (
    <Text size="sm" {...(prepaid > sum ? { c: 'var(--text-negative)' } : { c: 'dimmed' })}>
      {prepaid > sum ? m.overpaid(formatMoney(prepaid - sum)) : m.left(formatMoney(toCollect(sum, prepaid)))}
    </Text>
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
