import { listAllVariants } from '@lanka/domain/catalog/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/orders/contract';
import { readPicks } from '@lanka/domain/picking/contract';
import { byShelf, isLoaded, onwardOf, PICKED_FROM } from '@lanka/domain/picking/rules';
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Modal,
  Paper,
  Progress,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconCloudOff, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { GoodsName, readVariants, titleOf } from '../../catalog';
import { StatusBadge } from '../../kit/display/status';
import { useCall } from '../../kit/http/query';
import { useConfirm } from '../../kit/overlay/confirm';
import { notifyError } from '../../kit/overlay/notify';
import { Loaded } from '../../kit/page/states';
import { AT_ONCE, useScans } from '../../kit/scan/modes';
import { signal } from '../../kit/scan/signal';
import { useProjectId } from '../../kit/session';
import { useText } from '../../kit/text';
import { moveNames, orderStatus } from '../../orders';
import { Amount } from './Amount';
import { useLookups } from './lookups';
import { codesOf, isPicked, pickOf } from './picking';
import { text } from './text';
import { type Picking, usePicking } from './usePicking';

const NOTICED_AFTER_MS = 1_500;

/** Goods of an order are taken off the shelves; what is wrong is blocked, what is done moves the order on. */
export function Pick() {
  const [search, setSearch] = useSearchParams();
  const id = search.get('order');
  const choose = (order: string | null) => setSearch({ mode: 'pick', ...(order ? { order } : {}) }, AT_ONCE);
  const picking = usePicking();
  return (
    <Stack gap="md">
      <NotSent moves={picking.moving.length} ticks={picking.waiting} />
      {id ? (
        <OneOrder key={id} id={id} leave={() => choose(null)} picking={picking} />
      ) : (
        <Choosing choose={choose} moving={picking.moving} />
      )}
    </Stack>
  );
}

function NotSent({ moves, ticks }: { moves: number; ticks: number }) {
  const t = useText(text);
  // a tick is on its way for a moment each time; what stays longer is said
  const isLong = useDebouncedValue(ticks > 0, NOTICED_AFTER_MS)[0] && ticks > 0;
  if (moves === 0 && !isLong) return null;
  return (
    <Alert color="yellow" icon={<IconCloudOff size={18} />} role="status">
      {moves > 0 ? t.moving(moves) : t.ticksWaiting(ticks)}
    </Alert>
  );
}

function Choosing({ choose, moving }: { choose: (id: string) => void; moving: readonly string[] }) {
  const t = useText(text);
  const project_id = useProjectId();
  const query = { status: [...PICKED_FROM], sort: 'created_at', limit: 50 };
  const orders = useCall(contract.listOrders, { params: { project_id }, query });
  const queue = useLookups('pick.choose', {
    // goods are no order, whichever of them it is
    asks: false,
    onSent: (answer) => {
      signal(answer.kind === 'order' ? 'ok' : 'wrong');
      if (answer.kind === 'order') choose(answer.order.id);
    },
    onRefused(error, { id }) {
      signal('wrong');
      notifyError(error);
      queue.remove(id);
    },
  });
  useScans(queue.add);
  return (
    <Loaded query={orders}>
      {({ items }) => {
        const left = items.filter(({ id }) => !moving.includes(id));
        return left.length === 0 ? (
          <Text c="dimmed">{t.noOrders}</Text>
        ) : (
          <Stack gap="xs">
            <Text c="dimmed">{t.chooseOrder}</Text>
            {left.map((order) => (
              <UnstyledButton key={order.id} className="scan-choice" onClick={() => choose(order.id)}>
                <Group justify="space-between" wrap="nowrap">
                  <Text fw={600}>{t.order(order.number)}</Text>
                  <StatusBadge table={orderStatus} value={order.status} />
                </Group>
                <Text size="sm" c="dimmed" className="wrap-anywhere">
                  {[order.counterparty_name, order.customer_name, t.lines(order.items_count)]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </UnstyledButton>
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}

interface OneOrderProps {
  id: string;
  leave: () => void;
  picking: Picking;
}

function OneOrder({ id, leave, picking }: OneOrderProps) {
  const project_id = useProjectId();
  const params = { project_id, id };
  const order = useCall(contract.readOrder, { params });
  const ids = (order.data?.items ?? []).map((item) => item.product_variant_id);
  const codes = useQuery({
    queryKey: [listAllVariants.path, project_id, 'codes', ids],
    queryFn: () => readCodes(project_id, ids),
    enabled: ids.length > 0,
  });
  return (
    <Loaded query={order}>
      {(data) => (
        <Loaded query={codes}>{(known) => <Lines order={data} codes={known} leave={leave} picking={picking} />}</Loaded>
      )}
    </Loaded>
  );
}

type Codes = ReadonlyMap<string, string | null>;

async function readCodes(project_id: string, ids: readonly string[]): Promise<Codes> {
  return new Map((await readVariants(project_id, ids)).map(({ id, code }) => [id, code]));
}

interface LinesProps extends Pick<OneOrderProps, 'leave' | 'picking'> {
  order: contract.Order;
  codes: Codes;
}

function Lines({ order, codes, leave, picking }: LinesProps) {
  const t = useText(text);
  const project_id = useProjectId();
  const words = useText(moveNames);
  const confirm = useConfirm();
  const { refused, waitingOf, isTicking } = picking;
  /** What lies on the goods must be taken away before the next piece. */
  const [wrong, setWrong] = useState<string | null>(null);
  const blocked = wrong ?? (refused?.order === order.id ? refused.message : null);
  const unblock = () => {
    setWrong(null);
    picking.dismiss();
  };
  const isLeaving = useRef(false);
  const [openedIn] = useState(order.status);
  const isMovedOn = order.status !== openedIn;
  const picks = useCall(readPicks, { params: { project_id, id: order.id } }, { enabled: !isTicking(order.id) });
  const pickedOf = (variant: string): number => {
    const known = picks.data?.status === order.status ? picks.data.items : [];
    const one = known.find(({ product_variant_id }) => product_variant_id === variant);
    return (one?.picked ?? 0) + waitingOf(order.id, variant);
  };
  // from before goods got a barcode: labels that hang already are still read
  const internal = new Map(picks.data?.items.map((one) => [one.product_variant_id, one.internal_code]));
  const codesOn = (id: string) => ({ code: codes.get(id) ?? null, internal_code: internal.get(id) ?? null });
  const moves = useCall(contract.listMoves, { params: { project_id, id: order.id } });
  const loaded = isLoaded(order.status);
  const lines = byShelf(
    order.items.map((item) => ({
      ...item,
      codes: codesOf(codesOn(item.product_variant_id), item.sku),
      picked: loaded ? item.count : Math.max(0, Math.min(pickedOf(item.product_variant_id), item.count)),
    })),
  );
  const take = (line: (typeof lines)[number], by = 1, seen?: number) => {
    const rest = lines.map((one) =>
      one.product_variant_id === line.product_variant_id ? { ...one, picked: one.picked + by } : one,
    );
    signal(isPicked(rest) ? 'done' : 'ok');
    picking.tick(order, { product_variant_id: line.product_variant_id, label: titleOf(line) }, by, seen);
  };
  const setPicked = (line: (typeof lines)[number], picked: number, seen: number) => {
    if (Number.isInteger(picked) && picked >= 0 && picked <= line.count) return take(line, picked - seen, seen);
    // the code of the next goods may have been scanned into the field, by a scanner that is as slow as a hand
    signal('wrong');
    setWrong(t.onlySoMany(titleOf(line), line.count));
  };
  const hear = (code: string) => {
    // what is wrong is looked at first: the next code would hide it
    if (blocked !== null || isMovedOn) return signal('wrong');
    const pick = pickOf(lines, code);
    if (pick?.ok) return take(pick.line);
    signal('wrong');
    setWrong(pick ? t.enough(titleOf(pick.line)) : t.wrong);
  };
  useScans(hear);
  const all = lines.reduce((sum, { count }) => sum + count, 0);
  const done = lines.reduce((sum, { picked }) => sum + picked, 0);
  // those of the status before are kept until the new ones have come: one of them may lead further than the next step
  const known = moves.data?.status === order.status ? moves.data.items : null;
  const next = known && onwardOf(order.status, known);
  const moveOn = async (move: contract.Move) => {
    // pressed twice, it is moved once and said once
    if (isLeaving.current) return;
    isLeaving.current = true;
    if (await mayMove(move)) {
      picking.move(order, move.to);
      leave();
    } else isLeaving.current = false;
  };
  const mayMove = async ({ to, effects }: contract.Move) => {
    const ship = effects.find(({ kind }) => kind === 'ship');
    const charge = effects.find(({ kind }) => kind === 'charge');
    if (!ship && !charge) return true;
    return confirm({
      title: `${words[to]} · № ${order.number}`,
      effects: [
        ...(ship ? [t.ships(ship.count ?? all)] : []),
        ...(charge ? [t.charges(order.counterparty_name, formatMoney(charge.amount ?? 0))] : []),
      ],
      irreversible: t.onlyByReturn,
      confirmLabel: words[to],
    });
  };
  if (isMovedOn) {
    return (
      <Stack gap="md">
        <Alert color="green" icon={<IconCheck size={18} />} title={t.order(order.number)} role="status">
          <Group gap="xs">
            {t.movedOn}
            <StatusBadge table={orderStatus} value={order.status} />
          </Group>
        </Alert>
        <div className="scan-foot">
          <Button size="lg" fullWidth onClick={leave}>
            {t.otherOrder}
          </Button>
        </div>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <Group gap="xs">
          <Title order={2} size="h4">
            {t.order(order.number)}
          </Title>
          <StatusBadge table={orderStatus} value={order.status} />
        </Group>
        <Button variant="subtle" color="gray" size="compact-md" style={{ flex: 'none' }} onClick={leave}>
          {t.otherOrder}
        </Button>
      </Group>
      <div>
        <Text fw={600} role="status" mb={4}>
          {loaded ? t.allLoaded : done === all ? t.allPicked : t.picked(done, all)}
        </Text>
        <Progress value={all === 0 ? 0 : (done / all) * 100} aria-label={t.picked(done, all)} />
      </div>
      <Stack gap="xs">
        {lines.map((line) => (
          <Paper
            key={line.id}
            withBorder
            p="sm"
            radius="md"
            className="scan-line"
            data-done={line.picked >= line.count || undefined}
          >
            <div>
              <Text fw={700}>{line.place || t.noPlace}</Text>
              <GoodsName item={line} />
            </div>
            <Group gap={6} wrap="nowrap">
              {line.picked > 0 && !loaded && (
                <ActionIcon
                  variant="default"
                  size={44}
                  aria-label={t.untick(titleOf(line))}
                  onClick={() => take(line, -1)}
                >
                  <IconMinus size={20} />
                </ActionIcon>
              )}
              {loaded || line.count === 1 ? (
                <Text fw={600} className="figures nowrap">
                  {`${line.picked} / ${line.count}`}
                </Text>
              ) : (
                <Amount
                  name={titleOf(line)}
                  picked={line.picked}
                  count={line.count}
                  set={(picked, seen) => setPicked(line, picked, seen)}
                  scanned={hear}
                />
              )}
              {!loaded && (
                <ActionIcon
                  variant={line.picked >= line.count ? 'filled' : 'default'}
                  size={44}
                  disabled={line.picked >= line.count}
                  aria-label={t.tick(titleOf(line))}
                  onClick={() => take(line)}
                >
                  <IconCheck size={20} />
                </ActionIcon>
              )}
            </Group>
          </Paper>
        ))}
      </Stack>
      {isPicked(lines) && known && !next && <Alert color="yellow">{t.noMove}</Alert>}
      {next && (
        <div className="scan-foot">
          <Button size="lg" fullWidth disabled={!isPicked(lines)} onClick={() => void moveOn(next)}>
            {words[next.to]}
          </Button>
        </div>
      )}
      <Modal opened={blocked !== null} onClose={unblock} title={t.wrongTitle} centered>
        <Stack>
          <Alert color="red" icon={<IconAlertTriangle />} role="alert">
            {blocked}
          </Alert>
          <Button size="lg" onClick={unblock} data-autofocus>
            {t.understood}
          </Button>
        </Stack>
      </Modal>
    </Stack>
  );
}
