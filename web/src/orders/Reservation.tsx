/** Until which day an order holds its goods: both sides see it, who may names another one in place. */
import { can } from '@lanka/domain/kit/permissions';
import { dotted, kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/orders/contract';
import { isReserving, prolonged, reservedState } from '@lanka/domain/orders/reservation';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useNow } from '../kit/display/values';
import { DayInput } from '../kit/form/day';
import { EditInPlace } from '../kit/form/EditInPlace';
import { DateField } from '../kit/form/fields';
import { CallError } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import type { OrderForm } from './form';
import { reservationText } from './reservation-text';
import type { OrderPlace } from './where';

interface OfOrder {
  place: OrderPlace;
  order: contract.Order;
}

const mayReserve = ({ place, order }: OfOrder): boolean => order.editable.reservation && can(place.role, 'orders.edit');

/** A line of the facts of an order. */
export function ReservedUntil({ place, order }: OfOrder) {
  const t = useText(reservationText);
  const [typed, setTyped] = useState<string | null | undefined>();
  const { reserve, refused, forget, isPending } = useReserve({ place, order }, () => setTyped(undefined));
  const today = kyivDate(new Date());
  const put = (day: string | null | undefined) => {
    forget();
    setTyped(day);
  };
  const save = () => typed !== undefined && reserve(typed);
  return (
    <EditInPlace
      label={t.change}
      value={
        order.reserved_until ? (
          <span className="figures">{t.day(dotted(order.reserved_until))}</span>
        ) : (
          <Text span inherit c="dimmed">
            {t.none}
          </Text>
        )
      }
      mayEdit={mayReserve({ place, order })}
      isOpen={typed !== undefined}
      open={() => setTyped(order.reserved_until)}
      close={() => put(undefined)}
      save={save}
      isSaving={isPending}
    >
      <DayInput
        aria-label={t.label}
        autoFocus
        value={typed ?? null}
        onChange={put}
        // not a bound of the input: it would take a typed day that is over away without a word
        getDayProps={(day) => ({ disabled: day < today })}
        clearable
        error={refused}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && typed !== order.reserved_until) save();
        }}
      />
    </EditInPlace>
  );
}

/** What is refused stands beside the day. */
function useReserve({ place, order }: OfOrder, done: () => void) {
  const t = useText(reservationText);
  const [refused, setRefused] = useState<string | null>(null);
  const update = useAction(contract.updateOrder, {
    quiet: true,
    success: ({ reserved_until }) => (reserved_until ? t.saved : t.lifted),
    onSuccess: done,
  });
  const reserve = (reserved_until: string | null) => {
    if (update.isPending) return;
    if (reserved_until === order.reserved_until) return done();
    setRefused(null);
    update.mutate(
      { params: { project_id: place.project_id, id: order.id }, body: { reserved_until } },
      { onError: (error) => setRefused(error instanceof CallError ? error.message : String(error)) },
    );
  };
  return { reserve, refused, forget: () => setRefused(null), isPending: update.isPending };
}

/** That it ends today or tomorrow, with a press that prolongs it; and that it has ended. */
export function ReservationAlert({ place, order }: OfOrder) {
  const t = useText(reservationText);
  const today = kyivDate(useNow());
  const { reserve, refused, isPending } = useReserve({ place, order }, () => undefined);
  const state = reservedState(order, today);
  const { reserved_until } = order;
  if (reserved_until === null || (state !== 'soon' && state !== 'over')) return null;
  const later = prolonged(reserved_until, today);
  const soon = reserved_until === today ? t.today : t.tomorrow;
  const overText = isReserving(order.status) ? t.ending : t.overText;
  return (
    <Alert color="yellow">
      <Text fw={600}>{state === 'soon' ? soon : t.over(dotted(reserved_until))}</Text>
      <Text>{state === 'soon' ? t.soonText : overText}</Text>
      {mayReserve({ place, order }) && (
        <Group gap="xs" mt="xs">
          <Button size="compact-md" onClick={() => reserve(later)} loading={isPending}>
            {t.prolong(dotted(later))}
          </Button>
          <Button size="compact-md" variant="default" onClick={() => reserve(null)} disabled={isPending}>
            {t.lift}
          </Button>
        </Group>
      )}
      {refused && (
        <Text size="sm" c="var(--text-negative)" mt={4} role="alert">
          {refused}
        </Text>
      )}
    </Alert>
  );
}

/** Of the forms that make an order and edit a draft. */
export function ReservationField({ form, place }: { form: OrderForm; place: OrderPlace }) {
  const t = useText(reservationText);
  return (
    <DateField
      {...form.field('reserved_until')}
      label={t.label}
      hint={place.role === 'Client' ? t.hintClient : t.hint}
      min={kyivDate(new Date())}
    />
  );
}
