import * as contract from '@lanka/domain/manufacture/contract';
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { GoodsCell, GoodsName, titleOf } from '../catalog';
import { Count } from '../kit/display/values';
import { QuantityInput } from '../kit/form/inputs';
import { useAction, useCall } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { type Arrival, arrivalOf } from './arrival';
import { text } from './text';

interface DoneProps {
  request: contract.ManufactureRequest;
  opened: boolean;
  close: () => void;
}

/** Asks what was really made, and shows what goes on the shelf and which orders get it. */
export function DoneDialog({ opened, close, ...rest }: DoneProps) {
  const t = useText(text);
  return (
    <Modal opened={opened} onClose={close} title={t.doneTitle} size="xl" centered>
      <DoneForm close={close} {...rest} />
    </Modal>
  );
}

const isCount = (value: number | null | undefined): value is number =>
  contract.MadeInput.shape.count.safeParse(value).success;

function DoneForm({ request, close }: Omit<DoneProps, 'opened'>) {
  const t = useText(text);
  const project_id = useProjectId();
  const params = { project_id, id: request.id };
  const [made, setMade] = useState<Record<string, number | null>>(() =>
    Object.fromEntries(request.lines.map(({ product_variant_id, count }) => [product_variant_id, count])),
  );
  const moves = useCall(contract.listManufactureMoves, { params }, { staleTime: 0 });
  const finish = useAction(contract.moveManufactureRequest, {
    success: t.doneDone,
    onSuccess: close,
  });
  const isRight = Object.values(made).every(isCount);
  const arrival = arrivalOf(request.lines, isRight ? made : {}, moves.data?.queue ?? []);
  const isEmpty = isRight && arrival.shelf.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRight || isEmpty) return;
    const told = Object.entries(made).map(([product_variant_id, count]) => ({ product_variant_id, count: count ?? 0 }));
    finish.mutate({ params, body: { to: 'done', made: told } });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t.doneHint}</Text>
        <table className="goods-lines">
          <thead>
            <tr>
              <th scope="col">{t.product}</th>
              <th scope="col" className="cell-right">
                {t.wanted}
              </th>
              <th scope="col">{t.made}</th>
            </tr>
          </thead>
          <tbody>
            {request.lines.map((line) => {
              const value = made[line.product_variant_id] ?? null;
              return (
                <tr key={line.product_variant_id}>
                  <td className="goods-name">
                    <GoodsName item={line} />
                  </td>
                  <GoodsCell label={t.wanted}>
                    <Count value={line.count} />
                  </GoodsCell>
                  <td>
                    <span className="goods-label">{t.made}</span>
                    <QuantityInput
                      className="goods-count"
                      aria-label={t.madeOf(titleOf(line))}
                      value={value}
                      onChange={(count) => setMade((before) => ({ ...before, [line.product_variant_id]: count }))}
                      error={isCount(value) ? undefined : t.badCount}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {isEmpty ? (
          <Text c="var(--text-negative)" role="alert">
            {t.nothing}
          </Text>
        ) : (
          <Consequences arrival={arrival} />
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={finish.isPending} disabled={!isRight || isEmpty || !moves.data}>
            {t.doneConfirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const SHOWN = 6;

function Consequences({ arrival: { shelf, orders, free } }: { arrival: Arrival }) {
  const t = useText(text);
  return (
    <section aria-live="polite">
      <Text fw={600} mb={4}>
        {t.willHappen}
      </Text>
      <List size="sm" spacing={4}>
        {shelf.slice(0, SHOWN).map(({ line, count }) => (
          <List.Item key={line.product_variant_id}>{t.onShelf(titleOf(line), count)}</List.Item>
        ))}
        {shelf.length > SHOWN && <List.Item>{t.moreLines(shelf.length - SHOWN)}</List.Item>}
        {orders.slice(0, SHOWN).map(({ id, number, count }) => (
          <List.Item key={id}>{t.fillsOrder(number === null ? t.someOrder : t.orderNumber(number), count)}</List.Item>
        ))}
        {orders.length > SHOWN && <List.Item>{t.moreOrders(orders.length - SHOWN)}</List.Item>}
        {free > 0 && <List.Item>{t.leftFree(free)}</List.Item>}
      </List>
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />} mt="sm">
        {t.doneFinal}
      </Alert>
    </section>
  );
}
