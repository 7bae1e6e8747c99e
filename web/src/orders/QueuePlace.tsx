/** The place of the order in the supplier's queue: both sides see it, staff writes another one in place. */
import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/orders/contract';
import { useState } from 'react';
import { EditInPlace } from '../kit/form/EditInPlace';
import { QuantityInput } from '../kit/form/inputs';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { marksText } from './marks-text';
import { QueueCount } from './QueueCount';
import type { OrderPlace } from './where';

export function QueuePlace({ place, order }: { place: OrderPlace; order: contract.Order }) {
  const m = useText(marksText);
  const [typed, setTyped] = useState<number | null | undefined>();
  const move = useAction(contract.moveInQueue, { success: m.queueSaved, onSuccess: () => setTyped(undefined) });
  const now = order.queue_place ?? 0;
  const isPlace = typeof typed === 'number' && typed >= 1 && typed <= contract.MAX_QUEUE_PLACE;
  const submit = () => {
    if (!isPlace || move.isPending) return;
    move.mutate({ params: { project_id: place.project_id, id: order.id }, body: { place: typed } });
  };
  return (
    <EditInPlace
      label={m.queueChange}
      value={<QueueCount place={now} />}
      mayEdit={can(place.role, 'orders.queue')}
      isOpen={typed !== undefined}
      // of a place that is only «500 and more» nobody knows which it is
      open={() => setTyped(now < contract.MAX_QUEUE_PLACE ? now : null)}
      close={() => setTyped(undefined)}
      save={submit}
      isSaving={move.isPending}
    >
      <QuantityInput
        aria-label={m.queue}
        className="line-count"
        autoFocus
        min={1}
        max={contract.MAX_QUEUE_PLACE}
        value={typed ?? null}
        onChange={setTyped}
        onEnter={submit}
        error={isPlace || typed === null ? undefined : m.queueBad(contract.MAX_QUEUE_PLACE)}
      />
    </EditInPlace>
  );
}
