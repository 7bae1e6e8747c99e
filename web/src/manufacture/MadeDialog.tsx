import * as contract from '@lanka/domain/manufacture/contract';
import { leftOf } from '@lanka/domain/manufacture/rules';
import { Alert, Button, Checkbox, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { GoodsCounts, isRightCount, titleOf } from '../catalog';
import { useAction, useCall } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { type Arrival, arrivalOf } from './arrival';
import { text } from './text';

interface MadeProps {
  request: Pick<contract.ManufactureRequest, 'id' | 'made' | 'lines'>;
  opened: boolean;
  close: () => void;
}

/** Asks what was made now, and shows what goes on the shelf and which orders get it. */
export function MadeDialog({ opened, close, ...rest }: MadeProps) {
  const t = useText(text);
  return (
    <Modal opened={opened} onClose={close} title={t.doneTitle} size="xl" centered>
      <MadeForm close={close} {...rest} />
    </Modal>
  );
}

function MadeForm({ request, close }: Omit<MadeProps, 'opened'>) {
  const t = useText(text);
  const project_id = useProjectId();
  const params = { project_id, id: request.id };
  const lines = request.lines.filter((line) => leftOf(line) > 0);
  const [made, setMade] = useState<Record<string, number | null>>(() =>
    Object.fromEntries(lines.map((line) => [line.product_variant_id, leftOf(line)])),
  );
  const [comment, setComment] = useState('');
  const [ends, setEnds] = useState(false);
  const moves = useCall(contract.listManufactureMoves, { params }, { staleTime: 0 });
  const done = { success: t.doneDone, onSuccess: close };
  const part = useAction(contract.takeInMade, done);
  const finish = useAction(contract.moveManufactureRequest, done);
  const isRight = lines.every((line) => isRightCount(made[line.product_variant_id], leftOf(line)));
  const arrival = arrivalOf(lines, isRight ? made : {}, moves.data?.queue ?? []);
  const left = isRight
    ? lines.reduce((total, line) => total + leftOf(line) - (made[line.product_variant_id] ?? 0), 0)
    : 0;
  // what was made before is enough to end it
  const isEmpty = isRight && arrival.shelf.length === 0 && !(ends && request.made > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRight || isEmpty) return;
    const told = Object.entries(made).map(([product_variant_id, count]) => ({ product_variant_id, count: count ?? 0 }));
    if (ends) finish.mutate({ params, body: { to: 'done', made: told, comment } });
    else part.mutate({ params, body: { made: told, comment } });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t.doneHint}</Text>
        <GoodsCounts
          lines={lines}
          most={leftOf}
          mostLabel={t.left}
          counts={made}
          countLabel={t.madeNow}
          inputLabel={t.madeOf}
          onChange={(id, count) => setMade((before) => ({ ...before, [id]: count }))}
        />
        <Textarea
          label={t.comment}
          autosize
          maxLength={500}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {left > 0 && (
          <Checkbox label={t.endsNow(left)} checked={ends} onChange={(event) => setEnds(event.currentTarget.checked)} />
        )}
        {isEmpty ? (
          <Text c="var(--text-negative)" role="alert">
            {t.nothing}
          </Text>
        ) : (
          <Consequences arrival={arrival} ending={isRight && (left === 0 || ends)} left={left} />
        )}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={part.isPending || finish.isPending}
            disabled={!isRight || isEmpty || !moves.data}
          >
            {t.doneConfirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const SHOWN = 6;

interface ConsequencesProps {
  arrival: Arrival;
  ending: boolean;
  left: number;
}

function Consequences({ arrival: { shelf, orders, free }, ending, left }: ConsequencesProps) {
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
        <List.Item>{ending ? t.willEnd : t.staysOpen(left)}</List.Item>
      </List>
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />} mt="sm">
        {t.doneFinal}
      </Alert>
    </section>
  );
}
