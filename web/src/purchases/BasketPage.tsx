import {
  type Basket,
  BasketDetails,
  type BasketSupplier,
  MAX_COMMENT,
  sendBasket,
} from '@lanka/domain/purchases/contract';
import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconSend, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { z } from 'zod';
import { Section } from '../kit/display/facts';
import { Money } from '../kit/display/values';
import { Form } from '../kit/form/Form';
import { RadioField, TextareaField, TextField } from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { check, currentEntity, type Values } from '../kit/form/values';
import { CallError } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifySuccess } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { CustomerFields, DeliveryFields, type OrderForm, useRecipientFollowsCustomer } from '../orders';
import { AddFound } from './AddFound';
import { BasketLines } from './BasketLines';
import { SupplierMore } from './SupplierMore';
import { text } from './text';
import { type BasketActions, useBasket } from './useBasket';

export function BasketPage() {
  const t = useText(text);
  const confirm = useConfirm();
  const actions = useBasket();
  const { query } = actions;
  const basket = query.data && query.data.lines > 0 ? query.data : null;
  const clear = async () => {
    if (await confirm({ title: t.clearTitle, confirmLabel: t.clear, danger: true })) actions.clear.mutate({});
  };
  const menu = [{ label: t.clear, icon: IconTrash, onClick: () => void clear(), danger: true }];
  return (
    <Page title={t.basket} {...(basket ? { subtitle: t.subtitle, menu } : {})}>
      <Stack gap="md">
        {/* one and the same before and after the first goods: codes are scanned one after another */}
        {query.data && <AddFound />}
        {basket ? (
          <>
            {basket.suppliers.map((supplier) => (
              <SupplierPart key={supplier.project_id} {...{ supplier, basket, actions }} />
            ))}
            <Whom basket={basket} actions={actions} />
          </>
        ) : (
          <Loaded query={query}>
            {() => (
              <EmptyState
                drawing="boxes"
                title={t.empty}
                text={t.emptyText}
                action={
                  <Button component={Link} to="/cp/products">
                    {t.toGoods}
                  </Button>
                }
              />
            )}
          </Loaded>
        )}
      </Stack>
    </Page>
  );
}

interface PartProps {
  supplier: BasketSupplier;
  basket: Basket;
  actions: BasketActions;
}

function SupplierPart({ supplier, basket, actions }: PartProps) {
  const t = useText(text);
  const { project_id, title, lines, problems } = supplier;
  const isOpen = !problems.some(({ code }) => code === 'no_access');
  const takeAway = async () => {
    for (const { product_variant_id } of lines)
      await actions.remove.mutateAsync({ params: { project_id, product_variant_id } });
  };
  return (
    <Section
      title={
        isOpen ? (
          <Anchor component={Link} to={`/cp/suppliers/${project_id}`} inherit>
            {title}
          </Anchor>
        ) : (
          title
        )
      }
      flush
    >
      {problems
        .filter(({ path }) => path === null)
        .map(({ code, message }) => (
          <Alert key={code} color="red" icon={<IconAlertTriangle />} m="md" mt={0} role="alert">
            <Group justify="space-between">
              {message}
              <Button variant="default" size="compact-sm" onClick={() => void takeAway()}>
                {t.takeAllAway}
              </Button>
            </Group>
          </Alert>
        ))}
      <BasketLines lines={lines} actions={actions} />
      <Group justify="flex-end" gap="lg" px="md" py="sm" style={{ rowGap: 4 }}>
        <Sum label={t.paySupplier} kopecks={supplier.sum} />
        <Sum label={t.customerPays} kopecks={supplier.customer_sum} />
        <Sum label={t.earning} kopecks={supplier.earning} signed />
      </Group>
      {isOpen && (
        <SupplierMore
          {...{ supplier, actions }}
          choice={basket.details.suppliers[project_id] ?? NO_CHOICE}
          choices={basket.details.suppliers}
        />
      )}
    </Section>
  );
}

const NO_CHOICE = {};

function Sum({ label, kopecks, signed = false }: { label: string; kopecks: number; signed?: boolean }) {
  return (
    <Text span>
      <Text span c="dimmed">
        {label}:
      </Text>{' '}
      <Money kopecks={kopecks} signed={signed} className="nowrap" fw={600} />
    </Text>
  );
}

const schema = BasketDetails.pick({ customer: true, delivery: true, payment: true, comment: true, source: true });
/** Without these no order is sent; what is typed is kept without them. */
const whole = schema.superRefine(({ customer, delivery }, context) => {
  const isPickup = delivery.operator === 'pickup';
  const missing: (readonly [string, string])[] = [
    ...(customer.name === '' ? [['customer', 'name'] as const] : []),
    ...(!isPickup && delivery.recipient_name === '' ? [['delivery', 'recipient_name'] as const] : []),
    ...(!isPickup && !delivery.recipient_phone ? [['delivery', 'recipient_phone'] as const] : []),
    ...(!isPickup && delivery.address === '' ? [['delivery', 'address'] as const] : []),
  ];
  for (const path of missing) context.addIssue({ code: 'custom', path: [...path], message: 'required' });
});
/** After so long without a key what was typed is kept. */
const TYPING_MS = 600;

/** What of a basket is sent. */
const contentsOf = ({ details, suppliers }: Basket): string =>
  JSON.stringify([
    details,
    suppliers.map(({ project_id, lines }) => [
      project_id,
      lines.map(({ product_variant_id, count, customer_price }) => [product_variant_id, count, customer_price]),
    ]),
  ]);

/** A save that was still on its way may have come between: where the basket is the same after it, it is sent as it is. */
async function sendKept<T>(kept: Basket, send: (version: number) => Promise<T>): Promise<T> {
  try {
    return await send(kept.version);
  } catch (error) {
    const now = error instanceof CallError && error.code === 'common.stale' ? currentEntity(error.body) : null;
    if (!now || contentsOf(now as unknown as Basket) !== contentsOf(kept)) throw error;
    return send(Number(now.version));
  }
}

/** To whom, how it is paid, and the button. What is typed is kept by itself, so that another device has it too. */
function Whom({ basket, actions }: { basket: Basket; actions: BasketActions }) {
  const t = useText(text);
  const navigate = useNavigate();
  const send = useAction(sendBasket, { quiet: true });
  const { details } = basket;
  const isSent = useRef(false);
  // what is typed on another device is taken below
  const [begun] = useState(() => toForm(details));
  const form = useEntityForm({
    schema: whole,
    initial: begun,
    guard: false,
    submit: async ({ values }) => {
      actions.refuse([]);
      try {
        // what is sent is what stands in the basket, and what was looked at
        const kept = await actions.details.mutateAsync({ body: values });
        const purchase = await sendKept(kept, (version) => send.mutateAsync({ body: { version, sum: basket.sum } }));
        isSent.current = true;
        return purchase;
      } catch (error) {
        if (error instanceof CallError && error.code.startsWith('purchases.')) {
          actions.again();
          actions.refuse(error.details);
        }
        throw error;
      }
    },
    onSaved: (purchase) => {
      notifySuccess(t.sent);
      void navigate(`/cp/purchases/${purchase.id}`);
    },
  });
  const fields = form as unknown as OrderForm;
  useRecipientFollowsCustomer(fields);
  useKept(form, { details, isOver: () => form.isSaving || isSent.current, actions });
  const [first] = basket.suppliers;
  const place = { project_id: first?.project_id ?? '', role: 'Client' as const };
  return (
    <Form form={form}>
      <Stack gap="md">
        <CustomerFields form={fields} required place={place} />
        <DeliveryFields form={fields} required place={place} withoutTtn />
        <Section title={t.payment}>
          <Stack gap="md">
            <RadioField
              {...form.field('payment')}
              label={t.howPaid}
              options={(['cod', 'prepaid'] as const).map((value) => ({ value, label: t.payments[value] }))}
            />
            <TextField {...form.field('source')} label={t.source} maxLength={60} autoComplete="off" />
            <TextareaField {...form.field('comment')} label={t.comment} rows={2} maxLength={MAX_COMMENT} />
          </Stack>
        </Section>
        <Section title={t.total}>
          <Stack gap="sm">
            <Totals basket={basket} />
            <Text size="sm" {...(basket.ready ? { c: 'dimmed' } : { c: 'var(--text-negative)', role: 'status' })}>
              {basket.ready ? t.sending : t.fix}
            </Text>
            <Group>
              <Button
                type="submit"
                leftSection={<IconSend size={18} />}
                loading={form.isSaving}
                disabled={!basket.ready}
              >
                {t.send(basket.suppliers.length)}
              </Button>
            </Group>
          </Stack>
        </Section>
      </Stack>
    </Form>
  );
}

const toForm = ({ payment, comment, source, customer, delivery }: Pick<BasketDetails, keyof typeof schema.shape>) => ({
  ...{ payment, comment, source },
  customer: { name: customer.name, phone: customer.phone ?? '', email: customer.email ?? '' },
  delivery: { ...delivery, recipient_phone: delivery.recipient_phone ?? '', town: delivery.town ?? '' },
});

interface Kept {
  /** As they stand in the basket. */
  details: BasketDetails;
  isOver: () => boolean;
  actions: BasketActions;
}

/**
 * Keeps what was typed when nobody types any more, or goes away, as far as it can be read; and takes what was typed on
 * another device, unless something is being typed here.
 */
function useKept(form: Pick<EntityForm<typeof whole>, 'watch' | 'setValue'>, { details, isOver, actions }: Kept): void {
  const { locale } = useLocale();
  const now = JSON.stringify(form.watch());
  const [first] = useState(now);
  const kept = useRef(first);
  const theirs = JSON.stringify(toForm(details));
  const seen = useRef(theirs);
  const sent = useRef(theirs);
  const keep = () => {
    // what was sent is the next basket's no more
    if (now === kept.current || isOver()) return;
    const read = check(schema, JSON.parse(now) as Values, locale);
    if (read.errors) return;
    kept.current = now;
    const body = read.values as z.output<typeof schema>;
    sent.current = JSON.stringify(toForm(body));
    actions.details.mutate({ body });
  };
  const latest = useRef(keep);
  latest.current = keep;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait anew
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [now]);
  useEffect(() => () => latest.current(), []);
  useEffect(() => {
    if (theirs === seen.current) return;
    seen.current = theirs;
    if (theirs === sent.current || now !== kept.current || isOver()) return;
    sent.current = theirs;
    kept.current = theirs;
    const values = JSON.parse(theirs) as ReturnType<typeof toForm>;
    for (const name of Object.keys(schema.shape) as (keyof typeof values)[]) form.setValue(name, values[name]);
  });
}

function Totals({ basket }: { basket: Basket }) {
  const t = useText(text);
  const line = (label: string, kopecks: number, more: object = {}) => (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text className="wrap-anywhere">{label}</Text>
      <Money kopecks={kopecks} className="nowrap" {...more} />
    </Group>
  );
  const fee = basket.suppliers.reduce((all, { cod }) => all + (cod?.fee ?? 0), 0);
  return (
    <Stack gap={6} maw={480} aria-live="polite">
      {line(basket.suppliers.length === 1 ? t.paySupplier : t.payCost, basket.sum)}
      {line(t.customerPays, basket.customer_sum)}
      {basket.details.payment === 'cod' && line(t.onDelivery, basket.cod_sum)}
      {fee > 0 && line(t.fee, -fee)}
      {line(t.earning, basket.earning, { signed: true, fw: 600 })}
    </Stack>
  );
}
