import type * as contract from '@lanka/domain/orders/contract';
import { splitOrder } from '@lanka/domain/orders/splitting';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { QuantityInput } from '../kit/form/inputs';
import { CallError } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { titleOf } from './lines';
import { numberOf } from './number';
import { partsText } from './parts-text';
import { orderPath } from './path';
import type { OrderPlace } from './where';

interface SplitDraftProps {
  place: OrderPlace;
  order: contract.Order;
  close: () => void;
}

/** Says of each item how many pieces go to a new draft, and opens that. */
export function SplitDraft({ place, order, close }: SplitDraftProps) {
  const t = useText(partsText);
  const w = useText(words);
  const navigate = useNavigate();
  const { isDropshipping } = useSession();
  const [typed, setTyped] = useState<Readonly<Record<string, number | null>>>({});
  const [refused, setRefused] = useState<string | null>(null);
  const split = useAction(splitOrder, {
    quiet: true,
    success: ({ made }) => t.made(numberOf(made)),
    onSuccess: ({ made }) => {
      close();
      void navigate(orderPath(made.id, isDropshipping ? place.project_id : null));
    },
  });
  const items = order.items.flatMap(({ id }) => (typed[id] ? [{ item_id: id, count: typed[id] }] : []));
  const taken = items.reduce((sum, { count }) => sum + count, 0);
  const all = order.items.reduce((sum, { count }) => sum + count, 0);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (split.isPending) return;
    const wrong = items.length === 0 ? t.nothing : taken >= all ? t.nothingLeft : null;
    setRefused(wrong);
    if (wrong) return;
    split.mutate({
      params: { project_id: place.project_id, id: order.id },
      body: { items },
      if_match: order.version,
    });
  };
  const details = split.error instanceof CallError ? split.error.details : [];
  const errorOf = (item_id: string): string | null => {
    const nth = items.findIndex((one) => one.item_id === item_id);
    const found = details.find(({ path }) => nth >= 0 && String(path).startsWith(`items.${nth}.`));
    return found ? String(found.message) : null;
  };
  const isOfLine = order.items.some(({ id }) => errorOf(id) !== null);
  return (
    <Modal opened onClose={close} title={t.splitTitle} centered size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t.splitHint}
          </Text>
          {order.items.map((item) => (
            <Group key={item.id} justify="space-between" align="flex-start" wrap="nowrap" gap="md">
              <Text className="wrap-anywhere">{titleOf(item)}</Text>
              <Group gap="xs" wrap="nowrap" align="center">
                <QuantityInput
                  aria-label={titleOf(item)}
                  className="line-count"
                  min={0}
                  max={item.count}
                  value={typed[item.id] ?? null}
                  onChange={(count) => setTyped({ ...typed, [item.id]: count })}
                  error={(typed[item.id] ?? 0) > item.count ? t.ofPieces(item.count, item.unit) : errorOf(item.id)}
                />
                <Text size="sm" c="dimmed" className="nowrap">
                  {t.ofPieces(item.count, item.unit)}
                </Text>
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => setTyped({ ...typed, [item.id]: item.count })}
                >
                  {t.all}
                </Button>
              </Group>
            </Group>
          ))}
          {(refused ?? (split.error && !isOfLine)) && (
            <Alert color="red" role="alert">
              {refused ?? split.error?.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {w.cancel}
            </Button>
            <Button type="submit" loading={split.isPending}>
              {t.splitDo}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
