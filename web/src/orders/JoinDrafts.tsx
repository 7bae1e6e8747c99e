import * as contract from '@lanka/domain/orders/contract';
import { joinOrders, MAX_JOINED } from '@lanka/domain/orders/splitting';
import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Money } from '../kit/display/values';
import { CallError } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { numberOf } from './number';
import { partsText } from './parts-text';
import type { OrderPlace } from './where';

interface JoinDraftsProps {
  place: OrderPlace;
  order: contract.Order;
  close: () => void;
}

const SHOWN = 50;

/** Somebody else is named; where one of them names nobody they can be joined. */
const isAnothers = ({ customer_name }: contract.OrderRow, { customer }: contract.Order): boolean =>
  customer_name !== '' && customer.name !== '' && customer_name !== customer.name;

/** Offers the other drafts of the same counterparty; what stands in the way is said beside each. */
export function JoinDrafts({ place, order, close }: JoinDraftsProps) {
  const t = useText(partsText);
  const w = useText(words);
  const { project_id } = place;
  const drafts = useCall(contract.listOrders, {
    params: { project_id },
    query: { status: 'Draft', counterparty_id: order.counterparty_id, limit: SHOWN },
  });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const join = useAction(joinOrders, { success: t.joined, quiet: true, onSuccess: close });
  const press = () =>
    join.mutate({
      params: { project_id, id: order.id },
      body: { order_ids: [...chosen] },
      if_match: order.version,
    });
  const details = join.error instanceof CallError ? join.error.details : [];
  const refusals = new Map(
    (join.variables?.body.order_ids ?? []).flatMap((id, nth) => {
      const message = details.find(({ path }) => path === `order_ids.${nth}`)?.message;
      return message ? [[id, String(message)] as const] : [];
    }),
  );
  const toggle = (id: string, isChosen: boolean) => {
    join.reset();
    setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  };
  return (
    <Modal opened onClose={close} title={t.joinTitle} centered size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t.joinHint}
        </Text>
        <Loaded query={drafts}>
          {({ items, next_cursor }) => {
            // those of other customers cannot be joined: they stand below, and say so
            const others = items
              .filter(({ id }) => id !== order.id)
              .sort((a, b) => Number(isAnothers(a, order)) - Number(isAnothers(b, order)));
            if (others.length === 0) return <Text>{t.noOthers}</Text>;
            return (
              <Stack gap="sm">
                {others.map((row) => (
                  <Checkbox
                    key={row.id}
                    checked={chosen.includes(row.id)}
                    disabled={isAnothers(row, order) || (!chosen.includes(row.id) && chosen.length >= MAX_JOINED)}
                    description={isAnothers(row, order) ? t.otherCustomer : undefined}
                    onChange={(event) => toggle(row.id, event.currentTarget.checked)}
                    error={refusals.get(row.id)}
                    label={
                      <span className="wrap-anywhere">
                        № {numberOf(row)} · {row.customer_name || '–'} · <Money kopecks={row.sum} />
                      </span>
                    }
                  />
                ))}
                {next_cursor && (
                  <Text size="sm" c="dimmed">
                    {t.more}
                  </Text>
                )}
              </Stack>
            );
          }}
        </Loaded>
        {join.error && refusals.size === 0 && (
          <Alert color="red" role="alert">
            {join.error.message}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {w.cancel}
          </Button>
          <Button onClick={press} loading={join.isPending} disabled={chosen.length === 0}>
            {t.joinDo}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
