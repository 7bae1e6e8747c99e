import { listAllVariants } from '@lanka/domain/catalog/contract';
import * as orders from '@lanka/domain/orders/contract';
import * as contract from '@lanka/domain/returns/contract';
import { Alert, Anchor, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { GoodsName, titleOf } from '../catalog';
import { Section } from '../kit/display/facts';
import { LineTable } from '../kit/display/LineTable';
import { StatusBadge } from '../kit/display/status';
import { Form, SubmitButton } from '../kit/form/Form';
import { RadioField, TextareaField } from '../kit/form/fields';
import { Finder } from '../kit/form/finder';
import { QuantityInput } from '../kit/form/inputs';
import { type UploadedFile, Uploads } from '../kit/form/uploads';
import { useEntityForm } from '../kit/form/useEntityForm';
import { fieldErrors } from '../kit/form/values';
import { CallError, call } from '../kit/http/call';
import { useAction, useCall, useLive } from '../kit/http/query';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { ParcelChoice, useParcel } from './ParcelChoice';
import { reasonNames, returnStatus, text } from './text';
import { returnPath } from './where';

const LIST = '/cp/returns';

/** `?order=`, in the dropshipping workspace with the supplier's `?project=`; without, the order is looked for first. */
export function NewReturnPage() {
  const t = useText(text);
  const { isDropshipping } = useSession();
  const here = useProjectId();
  const [search, setSearch] = useSearchParams();
  const order_id = search.get('order');
  const project_id = isDropshipping ? search.get('project') : here;
  useLive(isDropshipping ? project_id : null);
  if (!order_id || !project_id)
    return (
      <Page title={t.newTitle} crumbs={[{ to: LIST, label: t.title }]} narrow>
        <OrderFinder
          choose={(order) =>
            setSearch({ order: order.id, ...(isDropshipping ? { project: order.project_id } : {}) }, { replace: true })
          }
        />
      </Page>
    );
  return <OfOrder key={order_id} project_id={project_id} order_id={order_id} />;
}

function OrderFinder({ choose }: { choose: (order: orders.OrderRow) => void }) {
  const t = useText(text);
  const { isDropshipping } = useSession();
  const project_id = useProjectId();
  return (
    <Section title={t.chooseOrder}>
      <Finder<orders.OrderRow>
        label={t.order}
        placeholder={t.orderHint}
        find={async (q, signal) => {
          const list = async (of: { status: 'Sent,Complete' } | { partly_sent: true }) => {
            const asked = { query: { ...of, limit: 20, ...(q ? { q } : {}) }, ...(signal ? { signal } : {}) };
            const found = isDropshipping
              ? await call(orders.listMyOrders, asked)
              : await call(orders.listOrders, { params: { project_id }, ...asked });
            return found.items;
          };
          // of an order in several parcels some may be there while others wait
          return (await Promise.all([list({ partly_sent: true }), list({ status: 'Sent,Complete' })])).flat();
        }}
        keyOf={({ id }) => id}
        nameOf={({ number, customer_name }) => `${t.orderOne(number)} · ${customer_name}`}
        codesOf={({ number, ttn }) => [String(number), ttn]}
        onPick={choose}
        onMissed={() => notifyError(new Error(t.noOrders))}
        scan
      />
    </Section>
  );
}

interface Of {
  project_id: string;
  order_id: string;
}

function OfOrder({ project_id, order_id }: Of) {
  const t = useText(text);
  const params = { project_id, id: order_id };
  const order = useCall(orders.readOrder, { params });
  const found = useCall(contract.readOrderReturns, { params });
  if (!order.data || !found.data)
    return (
      <Page title={t.newTitle} crumbs={[{ to: LIST, label: t.title }]} narrow>
        <Loaded query={order}>{() => <Loaded query={found}>{() => null}</Loaded>}</Loaded>
      </Page>
    );
  if (!found.data.may.create)
    return (
      <Page title={t.newOf(order.data.number)} crumbs={[{ to: LIST, label: t.title }]} narrow>
        <Section>
          <Text>{t.notYet}</Text>
        </Section>
        <Before project_id={project_id} returns={found.data.items} />
      </Page>
    );
  return <NewReturn project_id={project_id} order={order.data} found={found.data} />;
}

/**
 * Returns that the order has already. Whoever scans the number of a parcel that came back is after the one that its
 * refusal has drafted, not after another.
 */
function Before({ project_id, returns }: { project_id: string; returns: readonly contract.ReturnRow[] }) {
  const t = useText(text);
  const { isDropshipping } = useSession();
  const living = returns.filter(({ withdrawn }) => !withdrawn);
  if (living.length === 0) return null;
  return (
    <Alert color="yellow" title={t.before} role="status">
      <Stack gap={4}>
        {living.map(({ id, number, status }) => (
          <Group key={id} gap="xs">
            <Anchor component={Link} to={returnPath(id, isDropshipping ? project_id : null)}>
              {t.one(number)}
            </Anchor>
            <StatusBadge table={returnStatus} value={status} />
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

interface NewReturnProps {
  project_id: string;
  order: orders.Order;
  found: contract.OrderReturns;
}

type Counts = Readonly<Record<string, number>>;

/** What the form's own fields hold; the lines stand beside them. */
const Fields = contract.CreateReturnBody.pick({ reason: true, comment: true }).superRefine(
  ({ reason, comment }, context) => {
    if (reason === 'other' && comment === '')
      context.addIssue({ code: 'custom', path: ['comment'], message: contract.returnErrors.comment_required.code });
  },
);

function NewReturn({ project_id, order, found }: NewReturnProps) {
  const t = useText(text);
  const reasons = useText(reasonNames);
  const navigate = useNavigate();
  const { isDropshipping } = useSession();
  const create = useAction(contract.createReturn, { success: t.made, quiet: true });
  const [counts, setCounts] = useState<Counts>({});
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});
  const [photos, setPhotos] = useState<readonly UploadedFile[]>([]);
  const items = order.items.flatMap(({ id }) =>
    (counts[id] ?? 0) > 0 ? [{ order_item_id: id, count: counts[id] ?? 0 }] : [],
  );
  const total = items.reduce((sum, { count }) => sum + count, 0);
  const parcel = useParcel(found);
  const { left } = parcel;
  const form = useEntityForm({
    schema: Fields,
    initial: { reason: 'not_needed', comment: '' },
    submit: async ({ values }) => {
      setRefusals({});
      const of = { order_id: order.id, ...parcel.named };
      const body = { ...values, ...of, items, photos: photos.map(({ file_name }) => file_name) };
      try {
        return await create.mutateAsync({ params: { project_id }, body });
      } catch (error) {
        if (error instanceof CallError) setRefusals(refusedLines(fieldErrors(error.details), items));
        throw error;
      }
    },
    onSaved: ({ id }) => navigate(returnPath(id, isDropshipping ? project_id : null), { replace: true }),
  });
  const change = (id: string, count: number) => setCounts({ ...counts, [id]: count });
  const one = (item: orders.OrderItem) => change(item.id, Math.min((counts[item.id] ?? 0) + 1, left.get(item.id) ?? 0));
  return (
    <Page title={t.newOf(order.number)} crumbs={[{ to: LIST, label: t.title }]} narrow>
      <Form form={form}>
        <Before project_id={project_id} returns={found.items} />
        <ParcelChoice parcel={parcel} onChange={() => setCounts({})} />
        <Section
          title={t.items}
          action={
            <Button variant="default" size="compact-sm" onClick={() => setCounts(Object.fromEntries(left))}>
              {t.takeAll}
            </Button>
          }
          flush
        >
          <Stack gap="md" pb="md">
            <LineFinder project_id={project_id} items={order.items} pick={one} />
            <LineTable>
              <thead>
                <tr>
                  <th scope="col">{t.product}</th>
                  <th scope="col" className="cell-right">
                    {t.count}
                  </th>
                </tr>
              </thead>
              <tbody>
                {order.items.map((item) => (
                  <Line
                    key={item.id}
                    item={item}
                    left={left.get(item.id) ?? 0}
                    count={counts[item.id] ?? 0}
                    error={refusals[item.id]}
                    change={(count) => change(item.id, count)}
                  />
                ))}
              </tbody>
            </LineTable>
            <Text px="md" role="status" c={total > 0 ? undefined : 'dimmed'}>
              {total > 0 ? t.chosen(total) : t.noneChosen}
            </Text>
          </Stack>
        </Section>
        <Section title={t.why2}>
          <Stack gap="md">
            <RadioField
              {...form.field('reason')}
              label={t.reason}
              required
              options={contract.ReturnReason.options.map((value) => ({ value, label: reasons[value] }))}
            />
            <TextareaField
              {...form.field('comment')}
              label={t.comment}
              hint={t.commentHint}
              rows={3}
              maxLength={1000}
            />
          </Stack>
        </Section>
        <Section title={t.photos}>
          <Uploads
            projectId={project_id}
            files={photos}
            onChange={setPhotos}
            accept={['image/*']}
            hint={t.photoHint}
            most={contract.MAX_PHOTOS}
          />
        </Section>
        <Group justify="flex-end">
          <SubmitButton back={LIST}>{t.submit}</SubmitButton>
        </Group>
      </Form>
    </Page>
  );
}

/** What the server refused of lines, by the order's lines: it counts those that were sent. */
function refusedLines(
  errors: Readonly<Record<string, string>>,
  items: readonly { order_item_id: string }[],
): Record<string, string> {
  const refused: Record<string, string> = {};
  for (const [path, message] of Object.entries(errors)) {
    const index = /^items\.(\d+)\./.exec(path)?.[1];
    const item = index === undefined ? undefined : items[Number(index)];
    if (item) refused[item.order_item_id] = message;
  }
  return refused;
}

interface LineFinderProps {
  project_id: string;
  items: readonly orders.OrderItem[];
  pick: (item: orders.OrderItem) => void;
}

/** Each scan of a code raises its line by one. */
function LineFinder({ project_id, items, pick }: LineFinderProps) {
  const t = useText(text);
  interface Found {
    readonly item: orders.OrderItem;
    readonly codes: readonly (string | null)[];
  }
  return (
    <Box px="md">
      <Finder<Found>
        label={t.findLine}
        placeholder={t.findLineHint}
        find={async (q, signal) => {
          const words = q.toLowerCase();
          const own = items
            .filter((item) => `${titleOf(item)} ${item.sku}`.toLowerCase().includes(words))
            .map((item) => ({ item, codes: [item.sku] }));
          if (own.length > 0 || q === '') return own;
          // a barcode does not stand on the order's line
          const query = { q, limit: 20 };
          const asked = await call(listAllVariants, { params: { project_id }, query, ...(signal ? { signal } : {}) });
          return asked.items.flatMap(({ id, code, sku }) =>
            items
              .filter(({ product_variant_id }) => product_variant_id === id)
              .map((item) => ({ item, codes: [code, sku] })),
          );
        }}
        keyOf={({ item }) => item.id}
        nameOf={({ item }) => titleOf(item)}
        codesOf={({ codes }) => codes}
        onPick={({ item }) => pick(item)}
        onMissed={(code) => notifyError(new Error(t.lineMissed(code)))}
        scan
      />
    </Box>
  );
}

interface LineProps {
  item: orders.OrderItem;
  left: number;
  count: number;
  error: string | undefined;
  change: (count: number) => void;
}

function Line({ item, left, count, error, change }: LineProps) {
  const t = useText(text);
  const refused = error ?? (count > left ? t.tooMany(left) : undefined);
  return (
    <tr>
      <td className="line-name">
        <GoodsName item={item} under={left > 0 ? t.left(left) : t.nothingLeft} />
      </td>
      <td>
        <span className="line-label">{t.count}</span>
        <QuantityInput
          className="line-count"
          aria-label={t.countOf(titleOf(item))}
          min={0}
          max={left}
          value={count}
          onChange={(next) => change(next || 0)}
          disabled={left === 0}
          {...(refused ? { error: refused } : {})}
        />
      </td>
    </tr>
  );
}
