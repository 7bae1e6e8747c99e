/** What goes in which parcel: pieces by parcel, and what is left goes in the last one. */
import type { Order } from '@lanka/domain/orders/contract';
import { MAX_PARCELS, type Parcel, splitOrder } from '@lanka/domain/parcels/contract';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { GoodsName } from '../catalog';
import { Count } from '../kit/display/values';
import { QuantityInput } from '../kit/form/inputs';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { numberOf } from '../orders';
import { asked, type Counts, type Line, leftOf, linesOf, startOf } from './split';
import { text } from './text';

interface SplitDialogProps {
  projectId: string;
  order: Order;
  parcels: readonly Parcel[];
  close: () => void;
}

export function SplitDialog({ projectId, order, parcels, close }: SplitDialogProps) {
  const t = useText(text);
  const w = useText(words);
  const lines = linesOf(order, parcels);
  const sent = parcels.filter(({ sent_at }) => sent_at !== null).length;
  const [wanted, setWanted] = useState<readonly Counts[]>(() => startOf(parcels));
  const [isTried, setTried] = useState(false);
  const save = useAction(splitOrder, { success: t.saved, quiet: true, onSuccess: close });
  const body = asked(lines, wanted);
  const rest = lines.map((line) => ({ line, count: leftOf(line, wanted) })).filter(({ count }) => count > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (body && !save.isPending) save.mutate({ params: { project_id: projectId, id: order.id }, body });
  };
  const change = (at: number, next: Counts) =>
    setWanted((before) => before.map((one, index) => (index === at ? next : one)));
  return (
    <Modal opened onClose={close} title={t.splitTitle(numberOf(order))} size="lg" centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t.splitHint}
          </Text>
          {wanted.map((counts, index) => (
            <PartOf
              // biome-ignore lint/suspicious/noArrayIndexKey: a parcel that is not saved is nothing but its place
              key={index}
              number={sent + index + 1}
              lines={lines}
              counts={counts}
              others={wanted.filter((_, at) => at !== index)}
              isTried={isTried}
              change={(next) => change(index, next)}
              remove={() => setWanted((before) => before.filter((_, at) => at !== index))}
            />
          ))}
          <div>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={16} />}
              disabled={rest.length === 0 || sent + wanted.length + 1 >= MAX_PARCELS}
              onClick={() => setWanted((before) => [...before, {}])}
            >
              {t.add}
            </Button>
          </div>
          <section aria-label={t.rest(sent + wanted.length + 1)}>
            <Text fw={600}>{t.rest(sent + wanted.length + 1)}</Text>
            {rest.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t.nothingLeft}
              </Text>
            ) : (
              <ul className="parcel-goods">
                {rest.map(({ line, count }) => (
                  <li key={line.item.id}>
                    <GoodsName item={line.item} />
                    <Count value={count} unit={line.item.unit} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          {save.error && (
            <Alert color="red" role="alert">
              {messageOf(save.error)}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {w.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {wanted.length === 0 ? t.together : t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface PartOfProps {
  number: number;
  lines: readonly Line[];
  counts: Counts;
  others: readonly Counts[];
  /** Somebody has tried to save it: what is missing is told. */
  isTried: boolean;
  change: (next: Counts) => void;
  remove: () => void;
}

function PartOf({ number, lines, counts, others, isTried, change, remove }: PartOfProps) {
  const t = useText(text);
  const isEmpty = Object.values(counts).every((count) => !count);
  return (
    <section aria-label={t.one(number)}>
      <Group justify="space-between">
        <Text fw={600}>{t.one(number)}</Text>
        <Button variant="subtle" color="gray" size="compact-sm" aria-label={t.remove(number)} onClick={remove} px={6}>
          <IconX size={16} />
        </Button>
      </Group>
      <ul className="parcel-goods">
        {lines.map((line) => {
          const free = leftOf(line, others);
          const count = counts[line.item.id];
          const isTooMany = count !== undefined && count !== null && !(count <= free);
          return (
            <li key={line.item.id}>
              <GoodsName item={line.item} />
              <QuantityInput
                aria-label={t.countIn(line.item.product_title, number)}
                className="parcel-count"
                max={free}
                value={count ?? null}
                onChange={(next) => change({ ...counts, [line.item.id]: next })}
                description={t.of(free)}
                error={isTooMany ? t.tooMany(free) : undefined}
              />
            </li>
          );
        })}
      </ul>
      {isTried && isEmpty && (
        <Text size="sm" c="red" role="alert">
          {t.empty}
        </Text>
      )}
    </section>
  );
}
