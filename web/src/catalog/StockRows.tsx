import './catalog.css';
/** What a stock figure is made of: movements before → after, and active bookings. */
import type { Actor, Ref } from '@lanka/domain/kit/ids';
import { listStockMovements, type StockMovement } from '@lanka/domain/stock/contract';
import { Anchor, Divider, Group, Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { Explain } from '../kit/display/facts';
import { Count, DateTime } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { useKnownRoute } from '../kit/page/routes';
import { LinesSkeleton, Loaded } from '../kit/page/states';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import { stockHolders } from './panels';
import { type CatalogText, text } from './text';

interface OfVariant {
  projectId: string;
  variantId: string;
}

const signed = (n: number): string => (n > 0 ? `+${formatCount(n)}` : formatCount(n));

const actorName = (actor: Actor, t: CatalogText): string =>
  actor.name ?? (actor.kind === 'api_key' ? t.byKey : actor.kind === 'system' ? t.bySystem : '–');

const PAGES: Readonly<Record<string, string>> = {
  order: '/cp/orders/',
  manufacture_request: '/cp/manufacture_requests/',
  turnover: '/cp/turnover/',
  booking: '/cp/bookings/',
  turnover_arrival: '/cp/turnover/arrivals/',
  import: '/cp/products/import/',
  stocktake: '/cp/stocktakes/',
  return_item: '/cp/returns/items/',
};

function Cause({ cause, t }: { cause: Ref; t: CatalogText }) {
  const known = useKnownRoute();
  const label = t.causes[cause.kind] ?? cause.kind;
  const page = PAGES[cause.kind];
  const to = page === undefined ? null : `${page}${cause.id}`;
  if (to === null || !known(to)) return <span>{label}</span>;
  return (
    <Anchor component={Link} to={to} inherit>
      {label}
    </Anchor>
  );
}

/** Rows at a time; the panel goes on as far as there are any. */
const PAGE = 30;

function MovementRows({ projectId, variantId }: OfVariant) {
  const t = useText(text);
  const params = { project_id: projectId, id: variantId };
  const list = usePages<StockMovement>(listStockMovements, { params, query: { limit: PAGE } });
  return (
    <Loaded query={list}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed">{t.noMovements}</Text>
        ) : (
          <Stack gap="sm">
            {rows.map((row, i) => (
              <div key={row.id}>
                {i > 0 && <Divider mb="sm" />}
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <Text fw={600}>{t.kinds[row.kind]}</Text>
                  <Text
                    className="figures nowrap"
                    fw={600}
                    c={row.delta < 0 ? 'var(--text-negative)' : 'var(--text-positive)'}
                  >
                    {signed(row.delta)}
                  </Text>
                </Group>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <Text size="sm" component="div">
                    <Cause cause={row.ref} t={t} />
                  </Text>
                  <Text size="sm" className="figures nowrap">
                    {formatCount(row.before)}{' '}
                    <IconArrowRight size={14} aria-label="→" role="img" className="inline-arrow" />{' '}
                    {formatCount(row.after)}
                  </Text>
                </Group>
                {row.comment && (
                  <Text size="sm" className="wrap-anywhere">
                    {row.comment}
                  </Text>
                )}
                <Text size="sm" c="dimmed" component="div">
                  {actorName(row.actor, t)} · <DateTime at={row.created_at} />
                </Text>
              </div>
            ))}
            <MoreRows list={list} />
          </Stack>
        )
      }
    </Loaded>
  );
}

/** What the slice of bookings tells of it. */
function BookingRows({ projectId, variantId, available }: OfVariant & { available: number }) {
  return (
    <Suspense fallback={<LinesSkeleton />}>
      {useHook(stockHolders).map(({ Component }) => (
        <Component key={variantId} projectId={projectId} variantId={variantId} available={available} />
      ))}
    </Suspense>
  );
}

/** The difference of two numbers that can be opened themselves. */
export function AvailableRows({
  projectId,
  variantId,
  actual,
  booked,
}: OfVariant & { actual: number; booked: number }) {
  const t = useText(text);
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.availableIs}
      </Text>
      <Text
        className="figures"
        fw={600}
      >{`${formatCount(actual)} − ${formatCount(booked)} = ${formatCount(actual - booked)}`}</Text>
      <Text fw={600}>{t.booked}</Text>
      <BookingRows projectId={projectId} variantId={variantId} available={actual - booked} />
      <Text fw={600}>{t.actualFull}</Text>
      <MovementRows projectId={projectId} variantId={variantId} />
    </Stack>
  );
}

export type Figure = 'actual' | 'booked' | 'available';

interface StockFigureProps extends OfVariant {
  figure: Figure;
  /** Of the goods: it names the figure and heads the panel. */
  name: string;
  stock: { readonly actual?: number | null | undefined; readonly booked?: number | null | undefined };
  unit: string;
  /** How it is shown, where that is not the plain number. */
  children?: ReactNode;
}

/** A figure of a modification that is counted, which opens what it is made of. */
export function StockFigure({ figure, name, stock, unit, children, ...of }: StockFigureProps) {
  const t = useText(text);
  const actual = stock.actual ?? 0;
  const booked = stock.booked ?? 0;
  const { title, value, rows } = {
    actual: { title: t.movementsOf(name), value: actual, rows: () => <MovementRows {...of} /> },
    booked: {
      ...{ title: t.bookingsOf(name), value: booked },
      rows: () => <BookingRows {...of} available={actual - booked} />,
    },
    available: {
      ...{ title: t.availableOf(name), value: actual - booked },
      rows: () => <AvailableRows {...of} actual={actual} booked={booked} />,
    },
  }[figure];
  return (
    <Explain value={children ?? <Count value={value} unit={unit} />} title={title}>
      {rows}
    </Explain>
  );
}
