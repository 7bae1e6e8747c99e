/** The lines of an order as they are: prices, the discount that won, amounts; temporary booking on drafts. */

import { formatMoney } from '@lanka/domain/kit/money';
import { formatDateTime } from '@lanka/domain/kit/time';
import type { Order, OrderItem } from '@lanka/domain/orders/contract';
import * as contract from '@lanka/domain/orders/contract';
import { pricesAreFrozen } from '@lanka/domain/orders/rules';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { Button, Group, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { useStockWords } from '../kit/display/stock';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Count, Counts, Money, Percent, useNow } from '../kit/display/values';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { FieldLine, useFields } from '../templates';
import { LinePrice } from './LinePrice';
import { titleOf } from './lines';
import { text } from './text';
import type { OrderPlace } from './where';

interface OrderItemsProps {
  place: OrderPlace;
  order: Order;
  onShort: (error: Error) => void;
}

export function OrderItems({ place, order, onShort }: OrderItemsProps) {
  const t = useText(text);
  const isDraft = !pricesAreFrozen(order.status);
  const fields = useFields(place.project_id, 'order_item');
  const book = useAction(contract.bookTemporarily, {
    success: t.booked24,
    onError: onShort,
  });
  const booking = (item: OrderItem) =>
    book.mutate({ params: { project_id: place.project_id, id: order.id, item_id: item.id } });
  return (
    <Section title={t.items} flush>
      {order.items.length === 0 ? (
        <Text c="dimmed" px="md" pb="md">
          {t.none}
        </Text>
      ) : (
        <LineTable>
          <thead>
            <tr>
              <th scope="col">{t.product}</th>
              <LineHeads names={[t.price, t.count, t.discount, t.amount]} />
            </tr>
          </thead>
          <tbody>
            {order.items.map((item) => (
              <ItemRow
                key={item.id}
                item={item}
                fields={fields}
                canBook={isDraft && order.editable.items}
                isBooking={book.isPending && book.variables?.params.item_id === item.id}
                book={() => booking(item)}
              />
            ))}
            <tr className="line-total">
              <td className="line-name">{t.total}</td>
              <td />
              <LineCell label={t.count}>
                <Counts lines={order.items} />
              </LineCell>
              <td />
              <LineCell label={t.amount}>
                <span>
                  <Money kopecks={order.sum} className="nowrap" />
                  <ForCustomer kopecks={order.customer_sum} />
                </span>
              </LineCell>
            </tr>
          </tbody>
        </LineTable>
      )}
      {isDraft && order.items.length > 0 && (
        <Text size="sm" c="dimmed" px="md" pb="md" pt="xs">
          {t.draftPrices}
        </Text>
      )}
    </Section>
  );
}

function ForCustomer({ kopecks }: { kopecks: number }) {
  const t = useText(text);
  return (
    <Text span display="block" size="sm" c="dimmed" fw={400}>
      {t.recommended}: <Money kopecks={kopecks} className="nowrap" />
    </Text>
  );
}

interface ItemRowProps {
  item: OrderItem;
  fields: readonly TemplateField[];
  canBook: boolean;
  isBooking: boolean;
  book: () => void;
}

function ItemRow({ fields, item, canBook, isBooking, book }: ItemRowProps) {
  const t = useText(text);
  const words = useStockWords();
  const now = useNow();
  const until = item.temporary_booking_expires_at ? new Date(item.temporary_booking_expires_at) : null;
  const isBooked = until !== null && until > now;
  const isWhole = item.temporary_booking_count >= item.count;
  return (
    <tr>
      <td className="line-name">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Thumbnail url={item.thumbnail_url} />
          <div>
            <Text className="wrap-anywhere">{titleOf(item)}</Text>
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {[item.sku, item.place && t.placeIs(item.place), canBook ? words(item) : null]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <FieldLine fields={fields} values={item.fields} />
            {(item.waiting ?? 0) > 0 && (
              <Text size="sm" c="var(--text-negative)">
                {t.waitingFor(item.waiting ?? 0)}
              </Text>
            )}
            {canBook && isBooked && (
              <Text size="sm" c="var(--text-positive)">
                {isWhole
                  ? t.bookedUntil(formatDateTime(until))
                  : t.partBookedUntil(item.temporary_booking_count, item.count, formatDateTime(until))}
              </Text>
            )}
            {canBook && !(isBooked && isWhole) && item.availability !== 'unlimited' && (
              <Button
                mt={4}
                size="compact-sm"
                variant="default"
                leftSection={<IconClock size={14} />}
                loading={isBooking}
                onClick={book}
              >
                {t.book24}
              </Button>
            )}
          </div>
        </Group>
      </td>
      <LineCell label={t.price}>
        <LinePrice item={item} />
      </LineCell>
      <LineCell label={t.count}>
        <Count value={item.count} unit={item.unit} />
      </LineCell>
      <LineCell label={t.discount}>
        <Discount item={item} />
      </LineCell>
      <LineCell label={t.amount}>
        <span>
          <Money kopecks={item.amount} className="nowrap" />
          <ForCustomer kopecks={item.customer_amount} />
          {item.customer_price !== null && (
            <Text span display="block" size="sm" c="dimmed">
              {t.ownPrice(formatMoney(item.customer_price), formatMoney(item.recommended_price))}
            </Text>
          )}
        </span>
      </LineCell>
    </tr>
  );
}

function Discount({ item }: { item: OrderItem }) {
  const t = useText(text);
  if (item.discount_source === 'none' || item.discount === 0) {
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
  }
  return (
    <span>
      <Percent part={item.discount} />
      <Text span display="block" size="sm" c="dimmed">
        {t.discounts[item.discount_source]}
      </Text>
    </span>
  );
}
