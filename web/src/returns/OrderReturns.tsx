/** On the page of an order: what came back of it, and the ways to let something come back. */
import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/returns/contract';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconTruckReturn } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router';
import { GoodsName } from '../catalog';
import { Section } from '../kit/display/facts';
import { LineCell, LineTable } from '../kit/display/LineTable';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime, Money } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import type { OrderPanelProps } from '../orders';
import { reasonNames, refusalOf, returnStatus, text } from './text';
import { returnPath } from './where';

const useOrderReturns = ({ projectId, order }: OrderPanelProps) =>
  useCall(contract.readOrderReturns, { params: { project_id: projectId, id: order.id } });

/** In the strip at the top: after shipping an order is never a dead end. */
export function ReturnButton(props: OrderPanelProps) {
  const t = useText(text);
  const { isDropshipping } = useSession();
  const found = useOrderReturns(props);
  const look = { variant: 'default', leftSection: <IconTruckReturn size={18} /> } as const;
  // its place, so that nothing moves when it is known
  if (found.isPending)
    return (
      <Button {...look} disabled>
        {t.create}
      </Button>
    );
  if (!found.data?.may.create) return null;
  const search = new URLSearchParams({
    order: props.order.id,
    ...(isDropshipping ? { project: props.projectId } : {}),
  });
  return (
    <Button component={Link} to={`/cp/returns/new?${search}`} {...look}>
      {t.create}
    </Button>
  );
}

export function OrderReturns(props: OrderPanelProps) {
  const t = useText(text);
  const found = useOrderReturns(props);
  // who lost his access sees his past order without them
  if (!found.data) return null;
  const { items, may } = found.data;
  const charge = found.data.refusal_charge;
  const refuse = may.refuse ? (
    <RefuseButton {...props} charge={charge} />
  ) : (
    may.refuse_parcels.length > 0 && (
      <Group gap="xs">
        {may.refuse_parcels.map((parcel) => (
          <RefuseButton key={parcel.id} {...props} charge={charge} parcel={parcel} />
        ))}
      </Group>
    )
  );
  if (items.length === 0) return <Section title={t.ofOrder} empty={t.noneOfOrder} action={refuse} />;
  return (
    <Section title={t.ofOrder} action={refuse} flush>
      <Lines order={props.order} lines={found.data.lines} />
      <Made items={items} />
    </Section>
  );
}

function Lines({ order, lines }: { order: OrderPanelProps['order']; lines: readonly contract.OrderLineReturns[] }) {
  const t = useText(text);
  const items = new Map(order.items.map((item) => [item.id, item]));
  const touched = lines.filter(({ approved, pending }) => approved + pending > 0);
  if (touched.length === 0) return null;
  const head = (label: string) => (
    <th scope="col" className="cell-right">
      {label}
    </th>
  );
  return (
    <LineTable>
      <thead>
        <tr>
          <th scope="col">{t.product}</th>
          {head(t.shipped)}
          {head(t.returned)}
          {head(t.awaiting)}
          {head(t.credit)}
        </tr>
      </thead>
      <tbody>
        {touched.map((line) => {
          const item = items.get(line.order_item_id);
          return (
            item && (
              <tr key={item.id}>
                <td className="line-name">
                  <GoodsName item={item} />
                </td>
                <LineCell label={t.shipped}>
                  <Count value={line.shipped} />
                </LineCell>
                <LineCell label={t.returned}>
                  <Count value={line.approved} />
                </LineCell>
                <LineCell label={t.awaiting}>
                  <Count value={line.pending} />
                </LineCell>
                <LineCell label={t.credit}>
                  <Money kopecks={line.credit} className="nowrap" />
                </LineCell>
              </tr>
            )
          );
        })}
      </tbody>
    </LineTable>
  );
}

function Made({ items }: { items: readonly contract.ReturnRow[] }) {
  const t = useText(text);
  const reasons = useText(reasonNames);
  const { isDropshipping } = useSession();
  return (
    <Stack gap="sm" p="md">
      {items.map((row) => (
        <Group key={row.id} justify="space-between" wrap="nowrap" gap="sm" align="flex-start">
          <div>
            <Anchor component={Link} to={returnPath(row.id, isDropshipping ? row.project_id : null)} fw={500}>
              {t.one(row.number)}
            </Anchor>
            <Text size="sm" c="dimmed" component="div">
              {row.origin === 'refusal' ? refusalOf(row, t) : reasons[row.reason]}
              {row.origin !== 'refusal' && row.parcel !== null && ` · ${t.parcel(row.parcel)}`} · {t.pieces(row.count)}{' '}
              · <DateTime at={row.created_at} />
            </Text>
            {row.logistics_charge > 0 && (
              <Text size="sm" c="dimmed" component="div">
                {t.logistics}: <Money kopecks={row.logistics_charge} />
                {row.charge_waived && ` · ${t.waivedShort}`}
              </Text>
            )}
          </div>
          <StatusBadge table={returnStatus} value={row.status} />
        </Group>
      ))}
    </Stack>
  );
}

interface RefuseButtonProps extends OrderPanelProps {
  charge: number;
  /** Of an order that is split. */
  parcel?: contract.OrderReturns['may']['refuse_parcels'][number];
}

function RefuseButton({ projectId, order, charge, parcel }: RefuseButtonProps) {
  const t = useText(text);
  const ask = useConfirm();
  const navigate = useNavigate();
  const refuse = useAction(contract.refuseParcel, {
    success: t.refused,
    onSuccess: ({ id }) => void navigate(returnPath(id, null)),
  });
  const press = async () => {
    const answer = await ask({
      title: parcel ? t.refuseParcelTitle(parcel.number) : t.refuseTitle,
      effects: [
        parcel ? t.refuseParcelDraft : t.refuseDraft,
        charge > 0 ? t.refuseCharge(order.counterparty_name, formatMoney(charge)) : t.refuseFree,
      ],
      reason: { label: t.comment },
      confirmLabel: t.refuse,
    });
    if (!answer) return;
    refuse.mutate({
      params: { project_id: projectId, id: order.id },
      body: { comment: answer.reason, ...(parcel ? { parcel_id: parcel.id } : {}) },
    });
  };
  return (
    <Button variant="default" size="compact-sm" loading={refuse.isPending} onClick={() => void press()}>
      {parcel ? t.refusedParcel(parcel.number) : t.refuse}
    </Button>
  );
}
