import { formatMoney, formatPercent } from '@lanka/domain/kit/money';
import { can } from '@lanka/domain/kit/permissions';
import { bookingsOf, type OrderChange } from '@lanka/domain/orders/changes';
import * as contract from '@lanka/domain/orders/contract';
import { pricesAreFrozen } from '@lanka/domain/orders/rules';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Section } from '../kit/display/facts';
import { Form, FormBar } from '../kit/form/Form';
import { type FormState, useEntityForm } from '../kit/form/useEntityForm';
import { CallError } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Placed } from '../kit/page/Placed';
import { Page } from '../kit/page/page';
import { useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { FieldsForm, fieldsPart, useFields } from '../templates';
import { CodFields } from './CodFields';
import { changeInWords, changesOfForm, codInWords } from './changes';
import { changesText } from './changes-text';
import {
  CustomerFields,
  customerOf,
  DeliveryFields,
  deliveryOf,
  MarksFields,
  MoneyFields,
  PrepaymentFields,
  prepaymentOf,
} from './fields';
import type { OrderForm } from './form';
import { formText } from './form-text';
import { ItemsEditor } from './ItemsEditor';
import * as lines from './lines';
import { marksText } from './marks-text';
import { numberOf } from './number';
import { CounterpartyStep } from './Party';
import { orderPath } from './path';
import { reservationText } from './reservation-text';
import { Sum } from './Sum';
import { orderStatus } from './status';
import { text } from './text';
import { usePrice } from './usePrice';
import { type OrderPlace, useOrderPlace } from './where';

export function EditOrderPage() {
  const t = useText(text);
  const found = useOrderPlace();
  const { place, id } = found;
  const order = useCall(
    contract.readOrder,
    { params: { project_id: place?.project_id ?? '-', id } },
    { enabled: place !== undefined },
  );
  if (place && order.data) return <Known place={place} order={order.data} />;
  return (
    <Page title={t.title} crumbs={[{ to: '/cp/orders', label: t.title }]}>
      <Placed found={found} query={order} />
    </Page>
  );
}

interface OfOrder {
  place: OrderPlace;
  order: contract.Order;
}

function Known({ place, order }: OfOrder) {
  const t = useText(text);
  const f = useText(formText);
  const { locale } = useLocale();
  const { isDropshipping } = useSession();
  const back = orderPath(order.id, isDropshipping ? place.project_id : null);
  const { items, details } = order.editable;
  const may = can(place.role, 'orders.edit') && (items || details);
  return (
    <Page
      title={f.editTitle(numberOf(order))}
      crumbs={[
        { to: '/cp/orders', label: t.title },
        { to: back, label: `№ ${numberOf(order)}` },
      ]}
    >
      {may ? (
        <EditForm place={place} order={order} back={back} />
      ) : (
        <Alert color="yellow">
          <Group justify="space-between">
            <Text>{f.notEditable(orderStatus[order.status][locale])}</Text>
            <Button component={Link} to={back} variant="default">
              {f.toOrder}
            </Button>
          </Group>
        </Alert>
      )}
    </Page>
  );
}

const linesOf = (order: contract.Order): lines.Line[] =>
  order.items.map(({ product_variant_id, count, customer_price, fields }) => ({
    product_variant_id,
    count,
    customer_price,
    fields,
  }));

function EditForm({ place, order, back }: OfOrder & { back: string }) {
  const t = useText(text);
  const f = useText(formText);
  const m = useText(marksText);
  const r = useText(reservationText);
  const frozen = pricesAreFrozen(order.status);
  const withItems = order.editable.items;
  const { form: plain, start, shortage, learned, learn } = useEdit(place, order, back);
  const fields = plain as unknown as OrderForm;
  const ofOrder = useFields(place.project_id, 'order');
  const values = fields.watch();
  const infos = { ...learned, ...lines.infosOfOrder(order) };
  const sums = usePrice(place.project_id, values, order.id);
  const form = useAsked(plain, frozen, () => changesOfForm(start, fields.watch(), order, sums, infos));
  const w = useText(changesText);
  const show = (name: string, value: unknown): ReactNode =>
    name === 'cod' ? codInWords(value as object, w) : shown(name, value, infos, t);
  return (
    <Form
      form={form}
      labels={{
        items: f.fieldItems,
        customer: f.customer,
        delivery: t.delivery,
        tags: m.tags,
        source: m.source,
        external_number: m.externalNumber,
        reserved_until: r.label,
        prepayment: m.prepayment,
        cod: m.cod,
        promo_code: t.promoCode,
        customer_discount: t.customerDiscount,
        counterparty_id: t.counterparty,
        fields: t.fields,
      }}
      show={show}
    >
      {!withItems && <Alert color="blue">{f.detailsOnly}</Alert>}
      {withItems && frozen && <Alert color="blue">{f.frozenNotice}</Alert>}
      {order.items.some((item) => item.temporary_booking_expires_at) && (
        <Alert color="yellow">{f.resetsBookings}</Alert>
      )}
      {!frozen && can(place.role, 'counterparties.read') && (
        <CounterpartyStep
          project_id={place.project_id}
          value={values.counterparty_id || null}
          onChange={(id) => fields.setValue('counterparty_id', id ?? '')}
          required
        />
      )}
      {withItems && (
        <Section title={t.items} flush action={<Expected sums={sums} />}>
          <ItemsEditor
            {...fields.field('items')}
            project_id={place.project_id}
            infos={infos}
            learn={learn}
            preview={sums}
            shortage={shortage}
          />
        </Section>
      )}
      <CustomerFields form={fields} required={frozen} place={place} />
      <DeliveryFields form={fields} required={frozen} place={place} />
      <MarksFields form={fields} place={place} withReservation={!frozen} />
      <PrepaymentFields form={fields} sum={sums.customer_sum} />
      {order.editable.cod && <CodFields form={fields} cod={sums.cod} isOld={sums.isOld} />}
      <FieldsForm fields={ofOrder} at={fields.field('fields')} projectId={place.project_id} />
      {withItems && (
        <MoneyFields form={fields} withPromo={!frozen} withComment={false} promoRefused={sums.promo_refused} />
      )}
      <FormBar back={back} />
    </Form>
  );
}

function Expected({ sums }: { sums: lines.Preview }) {
  const t = useText(text);
  return (
    <Text component="span">
      {t.total}: <Sum kopecks={sums.sum} isOld={sums.isOld} fw={600} />
    </Text>
  );
}

const startOf = (order: contract.Order) => ({
  counterparty_id: order.counterparty_id,
  items: linesOf(order),
  customer: customerOf(order),
  delivery: deliveryOf(order),
  tags: order.tags,
  source: order.source,
  external_number: order.external_number ?? '',
  reserved_until: order.reserved_until ?? '',
  prepayment: prepaymentOf(order),
  cod: { on: order.cod !== null, sum: order.cod?.sum_set ?? '', fee: order.cod?.fee_set ?? '' },
  promo_code: order.promo_code ?? '',
  customer_discount: order.customer_discount,
  fields: order.fields,
});

/** Of an order that was sent the difference is shown, with what it does, before it is saved. */
function useAsked<F extends FormState>(form: F, isSent: boolean, changes: () => readonly OrderChange[]): F {
  const w = useText(changesText);
  const { locale } = useLocale();
  const confirm = useConfirm();
  if (!isSent) return form;
  const ask = async () => {
    const found = changes();
    const { book, release } = bookingsOf(found);
    const effects = [
      ...found.map((change) => changeInWords(change, w, locale)),
      ...(book > 0 ? [w.book(book)] : []),
      ...(release > 0 ? [w.release(release)] : []),
    ];
    if (found.length === 0 || (await confirm({ title: w.title, effects, confirmLabel: w.save }))) form.submit();
  };
  const submit: FormState['submit'] = (event) => {
    event?.preventDefault();
    void ask();
  };
  return { ...form, submit };
}

function useEdit(place: OrderPlace, order: contract.Order, back: string) {
  const f = useText(formText);
  const navigate = useNavigate();
  const [shortage, setShortage] = useState<lines.Shortage>({});
  // Also the lines the form began with: somebody may remove one meanwhile, and it must not lose its name here.
  const [learned, setLearned] = useState<lines.Infos>(() => lines.infosOfOrder(order));
  const learn = (id: string, info: lines.LineInfo) => setLearned((before) => ({ ...before, [id]: info }));
  const update = useAction(contract.updateOrder, { quiet: true });
  const { locale } = useLocale();
  const ofOrder = useFields(place.project_id, 'order');
  const schema = useMemo(
    () => contract.UpdateOrderBody.extend({ fields: fieldsPart(ofOrder, false, locale).optional() }),
    [ofOrder, locale],
  );
  // what the form began with, whatever comes meanwhile: the comparison before saving goes by it
  const [first] = useState(order);
  const start = useMemo(() => startOf(first), [first]);
  const form = useEntityForm({
    schema,
    initial: first,
    fromEntity: startOf,
    version: first.version,
    success: f.saved,
    submit: async ({ changed, version }) => {
      // An emptied discount is no discount.
      const body =
        'customer_discount' in changed ? { ...changed, customer_discount: changed.customer_discount ?? 0 } : changed;
      try {
        return await update.mutateAsync({
          params: { project_id: place.project_id, id: order.id },
          body,
          ...(version === undefined ? {} : { if_match: version }),
        });
      } catch (error) {
        setShortage(lines.shortageOf(error));
        setLearned((before) => ({ ...before, ...infosOfStale(error) }));
        throw error;
      }
    },
    onSaved: () => void navigate(back),
  });
  return { form, start, shortage, learned, learn };
}

/** The order of somebody else's save may have lines that were not here: their names come with it. */
function infosOfStale(error: unknown): lines.Infos {
  if (!(error instanceof CallError) || error.code !== 'common.stale') return {};
  const theirs = contract.Order.safeParse(error.details[0]);
  return theirs.success ? lines.infosOfOrder(theirs.data) : {};
}

type Texts = (typeof text)['ua'];

/** How a field reads in the comparison of mine and theirs. */
function shown(name: string, value: unknown, infos: lines.Infos, t: Texts): ReactNode {
  if (name === 'items') {
    return (
      <Stack gap={2}>
        {(value as lines.Line[]).map((line) => {
          const info = infos[line.product_variant_id];
          return (
            <Text key={line.product_variant_id} size="sm">
              {info ? lines.titleOf(info) : '…'} × {line.count}
              {typeof line.customer_price === 'number' && `, ${t.recommended}: ${formatMoney(line.customer_price)}`}
            </Text>
          );
        })}
      </Stack>
    );
  }
  if (name === 'tags') return (value as string[]).join(', ');
  if (name === 'prepayment') return formatMoney(Number((value as { amount?: unknown } | null)?.amount) || 0);
  if (name === 'fields') return Object.keys(value as object).length;
  if (name === 'customer_discount') return formatPercent(Number(value) || 0);
  if (name === 'customer' || name === 'delivery') {
    const {
      operator,
      city_ref: _city,
      branch_ref: _branch,
      door: _door,
      ...rest
    } = value as Record<string, string | null>;
    const known = operator ? t.operators[operator as keyof typeof t.operators] : null;
    return [known, ...Object.values(rest)].filter(Boolean).join(', ');
  }
  return undefined;
}
