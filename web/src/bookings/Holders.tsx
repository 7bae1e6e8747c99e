import { type BookingRow, listBookings } from '@lanka/domain/bookings/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { Anchor, Divider, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { StockHoldersProps } from '../catalog';
import { useNow } from '../kit/display/values';
import { usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { endOf, Holder, holderOf, Remaining } from './parts';
import { type BookingsText, text } from './text';

/** Rows at a time; the panel goes on as far as there are any. */
const PAGE = 30;
/** So many are said in the sentence above the rows. */
const SAID = 3;

/** `18:20` of today, else with its day; of an order the day. */
const whenOf = (kind: BookingRow['kind'], expires_at: string, now: Date): string => {
  const whole = endOf({ kind, expires_at });
  return kind !== 'order' && kyivDate(new Date(expires_at)) === kyivDate(now) ? whole.slice(-5) : whole;
};

const saidOf = (row: BookingRow, now: Date, t: BookingsText): string =>
  [t.holds(row.count, holderOf(row, t)), row.expires_at && t.untilTime(whenOf(row.kind, row.expires_at, now))]
    .filter(Boolean)
    .join(' ');

/** Who holds a modification, and how much of it is free. */
export function Holders({ projectId, variantId, available }: StockHoldersProps) {
  const t = useText(text);
  const now = useNow();
  const query = { product_variant_id: variantId, status: 'Active', limit: PAGE };
  const list = usePages<BookingRow>(listBookings, { params: { project_id: projectId }, query });
  return (
    <Loaded query={list}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed">{t.noBookings}</Text>
        ) : (
          <Stack gap="sm">
            <Text className="wrap-anywhere">
              {[t.free(available), ...rows.slice(0, SAID).map((row) => saidOf(row, now, t))].join('; ')}
              {rows.length > SAID && '…'}
            </Text>
            {rows.map((row) => (
              <div key={row.id}>
                <Divider mb="sm" />
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <Text fw={600} component="div">
                    <Holder booking={row} />
                  </Text>
                  <Anchor component={Link} to={`/cp/bookings/${row.id}`} fw={600} className="figures nowrap">
                    {t.pieces(row.count)}
                  </Anchor>
                </Group>
                {row.comment && (
                  <Text size="sm" className="wrap-anywhere">
                    {row.comment}
                  </Text>
                )}
                <Text size="sm" c="dimmed" component="div">
                  {[t.kinds[row.kind], row.order && row.user?.name].filter(Boolean).join(' · ')}
                  {row.expires_at && (
                    <>
                      {' · '}
                      <Remaining booking={row} />
                    </>
                  )}
                </Text>
              </div>
            ))}
            <MoreRows list={list} />
            <Anchor component={Link} to={`/cp/bookings?product_variant_id=${variantId}`} size="sm">
              {t.allOfVariant}
            </Anchor>
          </Stack>
        )
      }
    </Loaded>
  );
}
