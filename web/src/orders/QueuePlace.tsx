/** The place of the order in the supplier's queue: both sides see it, staff writes another one in place. */
import { can } from '@lanka/domain/kit/permissions';
import * as contract from '@lanka/domain/orders/contract';
import { ActionIcon, Group } from '@mantine/core';
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Count } from '../kit/display/values';
import { QuantityInput } from '../kit/form/inputs';
import { useAction } from '../kit/http/query';
import { useText } from '../kit/text';
import { marksText } from './marks-text';
import type { OrderPlace } from './where';

export function QueuePlace({ place, order }: { place: OrderPlace; order: contract.Order }) {
  const m = useText(marksText);
  const [typed, setTyped] = useState<number | null | undefined>();
  const move = useAction(contract.moveInQueue, { success: m.queueSaved, onSuccess: () => setTyped(undefined) });
  const isPlace = typeof typed === 'number' && typed >= 1 && typed <= contract.MAX_QUEUE_PLACE;
  const submit = () => {
    if (!isPlace || move.isPending) return;
    move.mutate({ params: { project_id: place.project_id, id: order.id }, body: { place: typed } });
  };
  if (typed === undefined)
    return (
      <Group gap={4} wrap="nowrap">
        <Count value={order.queue_place ?? 0} />
        {can(place.role, 'orders.queue') && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            onClick={() => setTyped(order.queue_place)}
            aria-label={m.queueChange}
          >
            <IconPencil size={14} />
          </ActionIcon>
        )}
      </Group>
    );
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <QuantityInput
        aria-label={m.queue}
        className="line-count"
        min={1}
        max={contract.MAX_QUEUE_PLACE}
        value={typed}
        onChange={setTyped}
        onEnter={submit}
        error={isPlace ? undefined : m.queueBad(contract.MAX_QUEUE_PLACE)}
      />
      <ActionIcon size={36} onClick={submit} loading={move.isPending} aria-label={m.save}>
        <IconCheck size={18} />
      </ActionIcon>
      <ActionIcon size={36} variant="default" onClick={() => setTyped(undefined)} aria-label={m.cancel}>
        <IconX size={18} />
      </ActionIcon>
    </Group>
  );
}
