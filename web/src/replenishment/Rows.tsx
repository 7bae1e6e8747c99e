import { listAllVariants } from '@lanka/domain/catalog/contract';
import { type FactRow, readProposalRows } from '@lanka/domain/replenishment/contract';
import { Anchor, Divider, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { AvailableRows } from '../catalog';
import { DateTime } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { useKnownRoute } from '../kit/page/routes';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

export type What = 'sold' | 'expected' | 'in_production' | 'waiting';

const PAGES: Readonly<Record<string, string>> = {
  order: '/cp/orders/',
  turnover: '/cp/turnover/',
  manufacture_request: '/cp/manufacture_requests/',
  booking: '/cp/bookings/',
};

/** What a number is made of, newest first. */
export function Rows({ id, what, weeks }: { id: string; what: What; weeks: number }) {
  const t = useText(text);
  const params = { project_id: useProjectId(), id };
  const rows = useCall(readProposalRows, { params, query: { weeks } });
  return (
    <Loaded query={rows}>
      {(data) => {
        const { items, more } = data[what];
        if (items.length === 0) return <Text c="dimmed">{t.noRows}</Text>;
        return (
          <Stack gap="sm">
            {items.map((row, i) => (
              <div key={row.id}>
                {i > 0 && <Divider mb="sm" />}
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <Cause row={row} />
                  <Text fw={600} className="figures nowrap">
                    {t.pieces(row.count)}
                  </Text>
                </Group>
                <Text size="sm" c="dimmed" component="div">
                  <DateTime at={row.created_at} />
                </Text>
              </div>
            ))}
            {more && (
              <Text size="sm" c="dimmed">
                {t.moreRows}
              </Text>
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** What is there, what of it is booked and by whom. */
export function Available({ id }: { id: string }) {
  const project_id = useProjectId();
  const found = useCall(listAllVariants, { params: { project_id }, query: { id: [id], limit: 1 } });
  return (
    <Loaded query={found}>
      {({ items: [variant] }) =>
        variant && (
          <AvailableRows
            projectId={project_id}
            variantId={id}
            actual={variant.actual ?? 0}
            booked={variant.booked ?? 0}
          />
        )
      }
    </Loaded>
  );
}

/** The minimum is what somebody has set. */
export function Minimum({ product_id }: { product_id: string }) {
  const t = useText(text);
  return (
    <>
      <Text>{t.minimumIs}</Text>
      <Anchor component={Link} to={`/cp/products/${product_id}/edit`}>
        {t.setMinimum}
      </Anchor>
    </>
  );
}

function Cause({ row: { ref, number } }: { row: FactRow }) {
  const t = useText(text);
  const known = useKnownRoute();
  const causes: Readonly<Record<string, ((n: number) => string) | undefined>> = t.causes;
  const said = causes[ref.kind];
  const label = said && number !== null ? said(number) : ref.kind === 'booking' ? t.booking : t.other;
  const page = PAGES[ref.kind];
  const to = page && `${page}${ref.id}`;
  if (!to || !known(to)) return <span>{label}</span>;
  return (
    <Anchor component={Link} to={to} inherit>
      {label}
    </Anchor>
  );
}
