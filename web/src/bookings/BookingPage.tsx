import * as contract from '@lanka/domain/bookings/contract';
import { Alert, Button } from '@mantine/core';
import { IconBookmarkOff, IconLock, IconPackageExport, IconPencil } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { GoodsName, StockFigure, titleOf } from '../catalog';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Count, DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { endOf, Holder, Remaining } from './parts';
import { bookingStatus, text } from './text';

export function BookingPage() {
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const booking = useCall(contract.readBooking, { params: { project_id, id } });
  return <Loaded query={booking}>{(data) => <Shown key={data.id} booking={data} />}</Loaded>;
}

const isAllowed = ({ actions }: contract.Booking, wanted: contract.BookingAction): boolean =>
  actions.some(({ action, allowed }) => action === wanted && allowed);

function Shown({ booking }: { booking: contract.Booking }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const of = {
    ...{ projectId: project_id, variantId: booking.product_variant_id, name: titleOf(booking) },
    ...{ stock: booking.stock, unit: booking.unit },
  };
  const acts = useActs(booking);
  const edits = can('bookings.edit');
  const ship = { label: t.ship, icon: IconPackageExport, onClick: () => void acts.ship(), loading: acts.isShipping };
  const edit = { label: t.edit, icon: IconPencil, to: `/cp/bookings/${booking.id}/edit` };
  const mayShip = edits && isAllowed(booking, 'update_stock');
  const mayEdit = edits && isAllowed(booking, 'change_comment');
  const why = booking.actions.find(({ action }) => action === 'update_stock')?.refusal;
  return (
    <Page
      title={titleOf(booking)}
      crumbs={[{ to: '/cp/bookings', label: t.title }]}
      status={<StatusBadge table={bookingStatus} value={booking.status} size="lg" />}
      action={mayShip ? ship : mayEdit && edit}
      menu={[
        { ...edit, hidden: !mayEdit || !mayShip },
        {
          label: t.release,
          icon: IconBookmarkOff,
          danger: true,
          hidden: !edits || !isAllowed(booking, 'delete'),
          onClick: () => void acts.release(),
        },
      ]}
      side={<Facts booking={booking} />}
    >
      {booking.status === 'Active' && why && booking.order && (
        <Alert color="gray" icon={<IconLock size={18} />}>
          {why.message}
          <br />
          <Button component={Link} to={`/cp/orders/${booking.order.id}`} variant="default" size="compact-md" mt="xs">
            {t.openOrder}
          </Button>
        </Alert>
      )}
      <Section title={t.product}>
        <GoodsName
          item={booking}
          to={`/cp/products/${booking.product_id}`}
          under={<Count value={booking.count} unit={booking.unit} />}
        />
      </Section>
      <KeyFacts
        title={t.stock}
        facts={[
          { label: t.actual, value: <StockFigure {...of} figure="actual" /> },
          { label: t.booked, value: <StockFigure {...of} figure="booked" /> },
          { label: t.available, value: <StockFigure {...of} figure="available" /> },
        ]}
      />
    </Page>
  );
}

/** What can be done, each with its consequences first. */
function useActs(booking: contract.Booking) {
  const t = useText(text);
  const project_id = useProjectId();
  const ask = useConfirm();
  const params = { project_id, id: booking.id };
  const ship = useAction(contract.updateBookingStock, { success: t.shipped });
  const release = useAction(contract.deleteBooking, { success: t.released });
  const { count, stock, order } = booking;
  return {
    isShipping: ship.isPending,
    async ship() {
      const effects = [t.shipEffect(count, stock.actual - count), t.shipCloses];
      if (await ask({ title: t.shipTitle, effects, irreversible: t.shipFinal, confirmLabel: t.ship }))
        ship.mutate({ params });
    },
    async release() {
      const effects = [t.releaseEffect(count), t.releaseWaits, ...(order ? [t.draftStays(order.number)] : [])];
      if (await ask({ title: t.releaseTitle, effects, confirmLabel: t.release, danger: true }))
        release.mutate({ params });
    },
  };
}

function Facts({ booking }: { booking: contract.Booking }) {
  const t = useText(text);
  return (
    <KeyFacts
      title={t.details}
      facts={[
        { label: t.count, value: <Count value={booking.count} unit={booking.unit} /> },
        { label: t.kind, value: t.kinds[booking.kind] },
        { label: t.order, value: <Holder booking={booking} />, hidden: !booking.order },
        { label: t.user, value: booking.user?.name ?? t.someone },
        {
          label: booking.status === 'Active' && booking.expires_at ? t.left : t.until,
          value: <Remaining booking={booking} />,
        },
        {
          label: t.until,
          value: booking.expires_at && endOf({ kind: booking.kind, expires_at: booking.expires_at }),
          hidden: booking.status !== 'Active' || !booking.expires_at,
        },
        {
          label: t.comment,
          value: <span className="wrap-anywhere">{booking.comment}</span>,
          hidden: !booking.comment,
        },
        { label: t.createdAt, value: <DateTime at={booking.created_at} /> },
        { label: t.updatedAt, value: <DateTime at={booking.updated_at} /> },
      ]}
    />
  );
}
