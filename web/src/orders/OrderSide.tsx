/** The side column of the order's page: sums with what they are made of, whose it is, customer, delivery. */
import './orders.css';
import { can } from '@lanka/domain/kit/permissions';
import type { Order, OrderItem } from '@lanka/domain/orders/contract';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Explain, KeyFacts } from '../kit/display/facts';
import { Count, DateTime, Money, Percent, Phone } from '../kit/display/values';
import { useKnownRoute } from '../kit/page/routes';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { titleOf } from './lines';
import { marksText } from './marks-text';
import { QueuePlace } from './QueuePlace';
import { ReservedUntil } from './Reservation';
import { reservationText } from './reservation-text';
import { Tags } from './Tags';
import { text } from './text';
import type { OrderPlace } from './where';

interface OrderSideProps {
  place: OrderPlace;
  order: Order;
}

export function OrderSide({ place, order }: OrderSideProps) {
  const t = useText(text);
  const m = useText(marksText);
  return (
    <Stack gap="md">
      <Sums order={order} isMine={place.role === 'Client'} />
      <Whose place={place} order={order} />
      <KeyFacts
        title={t.customer}
        facts={[
          { label: t.customer, value: order.customer.name || <Unknown /> },
          { label: t.phone, value: <Phone number={order.customer.phone} />, hidden: !order.customer.phone },
          {
            label: t.email,
            value: <Anchor href={`mailto:${order.customer.email}`}>{order.customer.email}</Anchor>,
            hidden: !order.customer.email,
          },
          {
            label: t.customerDiscount,
            value: <Percent part={order.customer_discount} />,
            hidden: order.customer_discount === 0,
          },
        ]}
      />
      <KeyFacts
        title={t.delivery}
        facts={[
          { label: t.operator, value: t.operators[order.delivery.operator] },
          { label: t.recipient, value: order.delivery.recipient_name || <Unknown /> },
          {
            label: t.recipientPhone,
            value: <Phone number={order.delivery.recipient_phone} />,
            hidden: !order.delivery.recipient_phone,
          },
          { label: m.town, value: order.delivery.town, hidden: order.delivery.town === '' },
          { label: t.address, value: order.delivery.address || <Unknown />, hidden: isBarePickup(order) },
        ]}
      />
    </Stack>
  );
}

const isBarePickup = ({ delivery }: Order): boolean => delivery.operator === 'pickup' && delivery.address === '';

function Unknown() {
  const t = useText(text);
  return (
    <Text span inherit c="dimmed">
      {t.nobody}
    </Text>
  );
}

function Sums({ order, isMine }: { order: Order; isMine: boolean }) {
  const t = useText(text);
  const m = useText(marksText);
  return (
    <KeyFacts
      title={t.sums}
      facts={[
        {
          label: t.sum,
          value: (
            <Explain value={<Money kopecks={order.sum} fz="lg" fw={600} />} title={t.sumOf}>
              <Breakdown order={order} of="amount" />
            </Explain>
          ),
        },
        {
          label: t.customerSum,
          value: (
            <Explain value={<Money kopecks={order.customer_sum} />} title={t.customerSumOf}>
              <Breakdown order={order} of="customer_amount" />
            </Explain>
          ),
        },
        {
          label: t.recommendedSum,
          value: (
            <Explain value={<Money kopecks={order.recommended_sum} />} title={t.recommendedOf}>
              <Breakdown order={order} of="recommended_amount" />
            </Explain>
          ),
          hidden: order.recommended_sum === order.customer_sum,
        },
        { label: t.myMargin, value: <Money kopecks={order.customer_sum - order.sum} signed />, hidden: !isMine },
        { label: m.prepaid, value: <Money kopecks={order.prepayment?.amount} />, hidden: !order.prepayment },
        { label: m.toCollect, value: <Money kopecks={order.to_collect} />, hidden: !order.prepayment },
        { label: t.promoCode, value: order.promo_code, hidden: !order.promo_code },
      ]}
    />
  );
}

/** Each sum of an order, and what one piece of a line counts for in it. */
const SUMS = {
  amount: { sum: 'sum', of: (item: OrderItem) => ({ price: item.base_price, discount: item.discount }) },
  recommended_amount: {
    sum: 'recommended_sum',
    of: (item: OrderItem) => ({ price: item.recommended_price, discount: item.customer_discount }),
  },
  customer_amount: {
    sum: 'customer_sum',
    of: (item: OrderItem) =>
      item.customer_price === null
        ? { price: item.recommended_price, discount: item.customer_discount }
        : { price: item.customer_price, discount: 0 },
  },
} as const;

/** Price × count, less the discount, line by line. */
function Breakdown({ order, of }: { order: Order; of: keyof typeof SUMS }) {
  const t = useText(text);
  return (
    <>
      {order.items.map((item) => {
        const { price, discount } = SUMS[of].of(item);
        return (
          <div key={item.id}>
            <Text size="sm" className="wrap-anywhere">
              {titleOf(item)}
            </Text>
            <Group justify="space-between" gap="xs">
              <Text size="sm" c="dimmed" component="span">
                <Money kopecks={price} /> × <Count value={item.count} unit={item.unit} />
                {discount > 0 && (
                  <>
                    {' − '}
                    <Percent part={discount} />
                  </>
                )}
              </Text>
              <Money kopecks={item[of]} />
            </Group>
          </div>
        );
      })}
      <Group justify="space-between" pt="xs" className="order-breakdown-total">
        <Text fw={600}>{t.total}</Text>
        <Money kopecks={order[SUMS[of].sum]} fw={600} />
      </Group>
    </>
  );
}

/** `source=instagram, campaign=autumn` */
const utmOf = ({ utm }: Order): string =>
  Object.entries(utm ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

function Whose({ place, order }: OrderSideProps) {
  const t = useText(text);
  const m = useText(marksText);
  const r = useText(reservationText);
  const known = useKnownRoute();
  const { isDropshipping } = useSession();
  const link = `/cp/counterparties/${order.counterparty_id}`;
  const linked = can(place.role, 'counterparties.read') && !isDropshipping && known(link);
  return (
    <KeyFacts
      title={t.details}
      facts={[
        { label: t.supplier, value: order.project_title, hidden: place.role !== 'Client' },
        {
          label: t.counterparty,
          value: linked ? (
            <Anchor component={Link} to={link}>
              {order.counterparty_name}
            </Anchor>
          ) : (
            order.counterparty_name
          ),
          hidden: place.role === 'Client',
        },
        { label: t.manager, value: order.manager_name, hidden: !order.manager_name },
        {
          label: m.queue,
          value: <QueuePlace place={place} order={order} />,
          hidden: order.queue_place === null,
        },
        {
          label: r.title,
          value: <ReservedUntil place={place} order={order} />,
          hidden: order.reserved_until === null && !order.editable.reservation,
        },
        { label: m.tags, value: <Tags tags={order.tags} />, hidden: order.tags.length === 0 },
        { label: m.source, value: order.source, hidden: order.source === '' },
        { label: m.externalNumber, value: order.external_number, hidden: order.external_number === null },
        { label: m.utm, value: utmOf(order), hidden: !order.utm },
        { label: t.created, value: <DateTime at={order.created_at} /> },
        { label: t.createdBy, value: order.created_by.name, hidden: !order.created_by.name },
        {
          label: t.sentToManager,
          value: <DateTime at={order.sent_to_manager_at} />,
          hidden: !order.sent_to_manager_at,
        },
        { label: t.shipped, value: <DateTime at={order.shipped_at} />, hidden: !order.shipped_at },
        { label: t.charged, value: <DateTime at={order.charged_at} />, hidden: !order.charged_at },
      ]}
    />
  );
}
