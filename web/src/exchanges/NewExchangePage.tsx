import { createExchange } from '@lanka/domain/exchanges/contract';
import * as orders from '@lanka/domain/orders/contract';
import * as returns from '@lanka/domain/returns/contract';
import { ActionIcon, Alert, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Goods, GoodsName, goodsOf, titleOf, VariantFinder } from '../catalog';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Money } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { CheckboxField, RadioField, TextareaField } from '../kit/form/fields';
import { QuantityInput } from '../kit/form/inputs';
import { useEntityForm } from '../kit/form/useEntityForm';
import { fieldErrors } from '../kit/form/values';
import { CallError, call } from '../kit/http/call';
import { useAction, useCall, useLive } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { numberOf, orderPath } from '../orders';
import { ParcelChoice, reasonNames, useParcel } from '../returns';
import { FieldsButton, type FormValues, filledFields, useFields } from '../templates';
import { text } from './text';

const LIST = '/cp/orders';

/** `?order=`, in the dropshipping workspace with the supplier's `?project=`. */
export function NewExchangePage() {
  const t = useText(text);
  const { isDropshipping } = useSession();
  const here = useProjectId();
  const [search] = useSearchParams();
  const asked = search.get('order');
  const id = asked ?? '-';
  const project_id = (isDropshipping ? search.get('project') : here) ?? '-';
  useLive(isDropshipping ? project_id : null);
  const params = { project_id, id };
  const isAsked = { enabled: asked !== null };
  const order = useCall(orders.readOrder, { params }, isAsked);
  const found = useCall(returns.readOrderReturns, { params }, isAsked);
  const frame = { title: t.title, crumbs: [{ to: LIST, label: t.orders }], narrow: true };
  if (asked === null)
    return (
      <Page {...frame}>
        <Section>
          <Text>{t.fromOrder}</Text>
        </Section>
      </Page>
    );
  if (!order.data || !found.data)
    return (
      <Page {...frame}>
        <Loaded query={order}>{() => <Loaded query={found}>{() => null}</Loaded>}</Loaded>
      </Page>
    );
  if (!found.data.may.create)
    return (
      <Page {...frame}>
        <Section>
          <Text>{t.notYet}</Text>
        </Section>
      </Page>
    );
  return <NewExchange key={id} project_id={project_id} order={order.data} found={found.data} />;
}

interface NewExchangeProps {
  project_id: string;
  order: orders.Order;
  found: returns.OrderReturns;
}

interface Out {
  readonly goods: Goods;
  readonly product_variant_id: string;
  readonly count: number;
  /** Until they were opened the server gives the usual ones. */
  readonly fields?: FormValues;
}
type Counts = Readonly<Record<string, number>>;
type Refusals = Readonly<Record<string, string>>;

/** What the form's own fields hold; lines stand beside them. */
const Fields = returns.CreateReturnBody.pick({ reason: true, comment: true })
  .extend({ send: orders.CreateOrderBody.shape.send })
  .superRefine(({ reason, comment }, context) => {
    if (reason === 'other' && comment === '')
      context.addIssue({ code: 'custom', path: ['comment'], message: returns.returnErrors.comment_required.code });
  });

function NewExchange({ project_id, order, found }: NewExchangeProps) {
  const t = useText(text);
  const reasons = useText(reasonNames);
  const navigate = useNavigate();
  const { isDropshipping } = useSession();
  const create = useAction(createExchange, { success: t.made, quiet: true });
  const [counts, setCounts] = useState<Counts>({});
  const [out, setOut] = useState<readonly Out[]>([]);
  const [refusals, setRefusals] = useState<Refusals>({});
  const parcel = useParcel(found);
  const ofItem = useFields(project_id, 'order_item');
  const items = order.items.flatMap(({ id }) => (counts[id] ? [{ order_item_id: id, count: counts[id] }] : []));
  const form = useEntityForm({
    schema: Fields,
    initial: { reason: 'not_needed', comment: '', send: true },
    submit: async ({ values }) => {
      const missing: Refusals = {
        ...(items.length === 0 ? { items: t.noBack } : {}),
        ...(out.length === 0 ? { out: t.noOut } : {}),
      };
      setRefusals(missing);
      const [why] = Object.values(missing);
      if (why) throw new CallError(422, 'exchanges.missing', why);
      const wanted = out.map(({ product_variant_id, count, fields }) => {
        const filled = fields && filledFields(fields);
        return { product_variant_id, count, ...(filled ? { fields: filled } : {}) };
      });
      const of = { order_id: order.id, ...parcel.named };
      const body = { ...values, ...of, photos: [], items, out: wanted };
      try {
        return await create.mutateAsync({ params: { project_id }, body });
      } catch (error) {
        if (error instanceof CallError) setRefusals(fieldErrors(error.details));
        throw error;
      }
    },
    onSaved: ({ made }) => navigate(orderPath(made.id, isDropshipping ? project_id : null), { replace: true }),
  });
  /** What was said of the lines is said of those that were sent. */
  const forget = () => {
    setRefusals({});
    form.clearFormError();
  };
  const takeBack = (next: Counts) => {
    forget();
    setCounts(next);
  };
  const sendOut = (next: readonly Out[]) => {
    forget();
    setOut(next);
  };
  const change = (at: number, now: Partial<Out>) =>
    sendOut(out.map((one, nth) => (nth === at ? { ...one, ...now } : one)));
  return (
    <Page title={t.newOf(numberOf(order))} crumbs={[{ to: LIST, label: t.orders }]} narrow>
      <Form form={form}>
        <ParcelChoice parcel={parcel} onChange={() => takeBack({})} />
        <Section title={t.back} flush>
          <LineTable>
            <tbody>
              {order.items.map((item) => {
                const most = parcel.left.get(item.id) ?? 0;
                const count = counts[item.id] ?? 0;
                const nth = items.findIndex((one) => one.order_item_id === item.id);
                const refused = count > most ? t.tooMany(most) : refusals[`items.${nth}.count`];
                return (
                  <tr key={item.id}>
                    <td className="line-name">
                      <GoodsName item={item} under={t.left(most)} />
                    </td>
                    <td>
                      <QuantityInput
                        className="line-count"
                        aria-label={t.countOf(titleOf(item))}
                        max={most}
                        value={count}
                        disabled={most === 0}
                        onChange={(next) => takeBack({ ...counts, [item.id]: next || 0 })}
                        {...(refused ? { error: refused } : {})}
                      />
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </LineTable>
          <Missing words={refusals.items} />
        </Section>
        <Section title={t.out} flush>
          <Stack gap="md" pb="md">
            <VariantFinder
              project_id={project_id}
              isChosen={(id) => out.some((one) => one.product_variant_id === id)}
              add={(variant) => {
                const at = out.findIndex((one) => one.product_variant_id === variant.id);
                if (at >= 0) change(at, { count: (out[at]?.count ?? 0) + 1 });
                else sendOut([...out, { goods: goodsOf(variant), product_variant_id: variant.id, count: 1 }]);
              }}
            />
            {out.length > 0 && (
              <LineTable>
                <tbody>
                  {out.map(
                    ({ goods, product_variant_id, count, fields = firstFields(order, product_variant_id) }, nth) => (
                      <tr key={product_variant_id}>
                        <td className="line-name">
                          <GoodsName item={goods} />
                          <Missing words={refusals[`out.${nth}.product_variant_id`]} />
                          <FieldsButton
                            fields={ofItem}
                            projectId={project_id}
                            title={titleOf(goods)}
                            values={fields ?? {}}
                            isNew={fields === undefined}
                            error={fieldsRefused(refusals, nth)}
                            onChange={(given) => change(nth, { fields: given })}
                          />
                        </td>
                        <td>
                          <Group gap="xs" wrap="nowrap" align="flex-start">
                            <QuantityInput
                              className="line-count"
                              aria-label={t.countOf(titleOf(goods))}
                              min={1}
                              value={count}
                              onChange={(next) => change(nth, { count: next || 0 })}
                              {...(refusals[`out.${nth}.count`] ? { error: refusals[`out.${nth}.count`] } : {})}
                            />
                            <ActionIcon
                              variant="subtle"
                              color="gray"
                              size={36}
                              aria-label={t.remove(titleOf(goods))}
                              onClick={() => sendOut(out.filter((_, at) => at !== nth))}
                            >
                              <IconX size={18} />
                            </ActionIcon>
                          </Group>
                        </td>
                      </tr>
                    ),
                  )}
                </tbody>
              </LineTable>
            )}
            <Missing words={refusals.out} />
          </Stack>
        </Section>
        <Difference project_id={project_id} order={order} counts={counts} out={out} />
        <Section>
          <Stack gap="md">
            <RadioField
              {...form.field('reason')}
              label={t.reason}
              required
              options={returns.ReturnReason.options.map((value) => ({ value, label: reasons[value] }))}
            />
            <TextareaField {...form.field('comment')} label={t.comment} rows={3} maxLength={1000} />
            <CheckboxField {...form.field('send')} label={t.send} hint={t.sendHint} />
          </Stack>
        </Section>
        <Group justify="flex-end">
          <SubmitButton back={orderPath(order.id, isDropshipping ? project_id : null)}>{t.submit}</SubmitButton>
        </Group>
      </Form>
    </Page>
  );
}

/** The same goods go out with what was told of them in the first order. */
const firstFields = (order: orders.Order, variant: string): FormValues | undefined =>
  order.items.find(({ product_variant_id }) => product_variant_id === variant)?.fields;

/** What was said against the fields of a line. */
const fieldsRefused = (refusals: Refusals, nth: number): string | undefined =>
  Object.entries(refusals)
    .flatMap(([path, words]) => (path.startsWith(`out.${nth}.fields.`) ? words : []))
    .join('. ') || undefined;

function Missing({ words }: { words: string | undefined }) {
  if (!words) return null;
  return (
    <Text px="md" size="sm" c="var(--text-negative)" role="alert">
      {words}
    </Text>
  );
}

type DifferenceProps = Pick<NewExchangeProps, 'project_id' | 'order'> & { counts: Counts; out: readonly Out[] };

/** What comes back by what was charged for it, what goes out as the server would price it now. */
function Difference({ project_id, order, counts, out }: DifferenceProps) {
  const t = useText(text);
  const items = out
    .filter(({ count }) => count > 0)
    .map(({ product_variant_id, count }) => ({ product_variant_id, count }));
  const { isDropshipping } = useSession();
  const typed = JSON.stringify({
    items,
    customer_discount: order.customer_discount,
    ...(isDropshipping ? {} : { counterparty_id: order.counterparty_id }),
  });
  const [asked] = useDebouncedValue(typed, 250);
  const price = useQuery({
    queryKey: ['exchange-price', project_id, asked],
    queryFn: ({ signal }) =>
      call(orders.priceOrder, {
        params: { project_id },
        body: JSON.parse(asked) as orders.PriceOrderBody,
        signal,
      }),
    enabled: items.length > 0,
    retry: false,
  });
  if (items.length === 0) return null;
  if (price.error) return <Alert color="red">{price.error.message}</Alert>;
  if (!price.data || asked !== typed) return null;
  const share = (of: (item: orders.OrderItem) => number): number =>
    order.items.reduce((sum, item) => sum + Math.floor((of(item) * (counts[item.id] ?? 0)) / item.count), 0);
  const rows = [
    { label: t.own, back: share(({ amount }) => amount), out: price.data.sum },
    { label: t.customer, back: share((item) => item.customer_amount), out: price.data.customer_sum },
  ];
  return (
    <Section title={t.sums} flush>
      <LineTable>
        <thead>
          <tr>
            <td />
            <LineHeads names={[t.comesBack, t.goesOut, t.difference]} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <td className="line-name">{row.label}</td>
              <LineCell label={t.comesBack}>
                <Money kopecks={row.back} className="nowrap" />
              </LineCell>
              <LineCell label={t.goesOut}>
                <Money kopecks={row.out} className="nowrap" />
              </LineCell>
              <LineCell label={t.difference}>
                <Money kopecks={row.out - row.back} signed className="nowrap" />
              </LineCell>
            </tr>
          ))}
        </tbody>
      </LineTable>
      <Text size="sm" c="dimmed" p="md">
        {t.differenceHint}
      </Text>
    </Section>
  );
}
