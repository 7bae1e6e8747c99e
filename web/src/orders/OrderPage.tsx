import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/orders/contract';
import { Alert, Button, List, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconCopy, IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Placed } from '../kit/page/Placed';
import { type MenuEntry, Page } from '../kit/page/page';
import { LinesSkeleton } from '../kit/page/states';
import { hasFirstAnswer, LazyPart, ShownWhen, Together } from '../kit/page/together';
import { useSession, useSuppliers } from '../kit/session';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import { OrderRequests } from '../manufacture';
import { TakesNoOrders } from '../projects';
import { FieldFacts, useFields, useTemplates } from '../templates';
import { Cod } from './Cod';
import { type Shortage, shortageOf, titleOf } from './lines';
import { Comments, Files, OrderHistory, ReasonAlert, useReason } from './Notes';
import { numberOf } from './number';
import { OrderItems } from './OrderItems';
import { OrderSide } from './OrderSide';
import { HISTORY, OrderStrip } from './OrderStrip';
import { OrderStatusBadge } from './PartlySent';
import { Prepayment } from './Prepayment';
import { orderPanel } from './panels';
import { orderPath } from './path';
import { ReservationAlert } from './Reservation';
import { text } from './text';
import { useDraftParts } from './useDraftParts';
import { useMoves } from './useMoves';
import { type OrderPlace, useOrderPlace } from './where';

export function OrderPage() {
  const t = useText(text);
  const found = useOrderPlace();
  const { place, id } = found;
  const params = { project_id: place?.project_id ?? '-', id };
  const isPlaced = { enabled: place !== undefined };
  const order = useCall(contract.readOrder, { params }, isPlaced);
  // what its lines are shown together with is asked beside it, not after it
  useCall(contract.listMoves, { params }, isPlaced);
  useTemplates(place?.project_id ?? '');
  if (!place || order.data === undefined) {
    return (
      <Page title={t.title} crumbs={[{ to: '/cp/orders', label: t.title }]}>
        <Placed found={found} query={order} />
      </Page>
    );
  }
  return <Known place={place} order={order.data} />;
}

interface OfOrder {
  place: OrderPlace;
  order: contract.Order;
}

function Known({ place, order }: OfOrder) {
  const t = useText(text);
  const moves = useMoves(place, order);
  const fields = useFields(place.project_id, 'order');
  const areFieldsKnown = hasFirstAnswer(useTemplates(place.project_id));
  const why = useReason({ place, order });
  const menu = useMenu(place, order);
  const parts = useDraftParts(place, order);
  const { isDropshipping } = useSession();
  const supplier = useSuppliers().find(({ id, friendly_id }) => [id, friendly_id].includes(place.project_id));
  const mayEdit = can(place.role, 'orders.edit') && (order.editable.items || order.editable.details);
  const editPath = orderPath(order.id, isDropshipping ? place.project_id : null, '/edit');
  const isPhone = useMediaQuery('(max-width: 35.99em)', false, { getInitialValueInEffect: false });
  // Below 1200 the columns stand one under the other: what the parcel needs comes before what was said about it.
  const beside = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const side = <OrderSide place={place} order={order} />;
  const edit = { label: t.edit, icon: IconPencil, to: editPath, hidden: !mayEdit || !isPhone };
  const panelProps = { projectId: place.project_id, role: place.role, order };
  const panels = useHook(orderPanel).filter(({ visible }) => visible?.(panelProps) ?? true);
  return (
    <Page
      title={t.one(numberOf(order))}
      crumbs={[{ to: '/cp/orders', label: t.title }]}
      status={<OrderStatusBadge order={order} size="lg" />}
      subtitle={place.role === 'Client' ? order.project_title : order.counterparty_name}
      secondary={
        mayEdit &&
        !isPhone && (
          <Button variant="default" component={Link} to={editPath} leftSection={<IconPencil size={18} />}>
            {t.edit}
          </Button>
        )
      }
      menu={[edit, ...moves.others, ...parts.menu, ...menu]}
      side={beside ? side : null}
    >
      {/* the buttons of the strip come with what they stand above: one by one they would push it down */}
      <Suspense fallback={<LinesSkeleton lines={8} />}>
        {/* and with the next status and the additional fields of the lines, which have rows of their own on a phone, and
            with the reason of the status */}
        <ShownWhen ready={moves.isKnown && areFieldsKnown && why.isKnown}>
          {place.role === 'Client' && order.status === 'Draft' && <TakesNoOrders supplier={supplier} />}
          <OrderStrip place={place} order={order} next={moves.primary} />
          {why.reason && <ReasonAlert status={order.status} reason={why.reason} />}
          <ReservationAlert place={place} order={order} />
          <ShortAlert order={order} shortage={moves.shortage} />
          <OrderItems place={place} order={order} onShort={(error) => moves.setShortage(shortageOf(error))} />
          {!beside && side}
          <Prepayment place={place} order={order} />
          <Cod place={place} order={order} />
          <Together>
            <FieldFacts fields={fields} values={order.fields} />
            <OrderRequests orderId={order.id} />
            {panels.map(({ id, Component }) => (
              <LazyPart key={id}>
                <Component {...panelProps} />
              </LazyPart>
            ))}
            <Comments place={place} id={order.id} order={order} />
            <Files place={place} id={order.id} />
            <div id={HISTORY}>
              <OrderHistory place={place} id={order.id} />
            </div>
          </Together>
        </ShownWhen>
      </Suspense>
      {parts.dialog}
    </Page>
  );
}

/** Every short line at once, with what could be had. */
function ShortAlert({ order, shortage }: { order: contract.Order; shortage: Shortage }) {
  const t = useText(text);
  const short = order.items.filter((item) => shortage[item.product_variant_id]);
  if (short.length === 0) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t.shortTitle} role="alert">
      <Stack gap="xs">
        <List spacing={4}>
          {short.map((item) => {
            const { wanted, available } = shortage[item.product_variant_id] ?? { wanted: item.count, available: 0 };
            const told =
              available === null ? t.shortUntold(titleOf(item), wanted) : t.shortLine(titleOf(item), wanted, available);
            return <List.Item key={item.id}>{told}</List.Item>;
          })}
        </List>
      </Stack>
    </Alert>
  );
}

function useMenu(place: OrderPlace, order: contract.Order): MenuEntry[] {
  const t = useText(text);
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { isDropshipping } = useSession();
  const remove = useAction(contract.deleteOrder, {
    success: t.removed,
    onSuccess: () => void navigate('/cp/orders'),
  });
  const askRemove = async () => {
    const answer = await confirm({
      title: t.removeTitle(numberOf(order)),
      effects: [
        t.removeEffect,
        ...(order.items.some((item) => item.temporary_booking_expires_at) ? [t.effects.releaseDraft] : []),
      ],
      irreversible: true,
      confirmLabel: t.remove,
      danger: true,
    });
    if (answer) remove.mutate({ params: { project_id: place.project_id, id: order.id } });
  };
  const copy = new URLSearchParams({ copy: order.id, ...(isDropshipping ? { project: place.project_id } : {}) });
  return [
    {
      label: t.copy,
      icon: IconCopy,
      to: `/cp/orders/new?${copy}`,
      hidden: !can(place.role, 'orders.create') || order.items.length === 0,
    },
    {
      label: t.remove,
      icon: IconTrash,
      onClick: () => void askRemove(),
      danger: true,
      hidden: order.status !== 'Draft' || !can(place.role, 'orders.edit'),
    },
  ];
}
