/** Many orders to one status: what will happen first, then one after another, then what was refused and why. */
import { formatMoney } from '@lanka/domain/kit/money';
import type { Role } from '@lanka/domain/kit/roles';
import * as contract from '@lanka/domain/orders/contract';
import { Alert, Anchor, Button, Group, List, Modal, Progress, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../kit/http/call';
import { refreshAfter } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { useLocale, useText } from '../kit/text';
import { words } from '../kit/words';
import { useIrreversible } from './effects';
import { type BulkPlan, bulkTargets, planBulk } from './moves';
import { numberOf } from './number';
import { orderPath } from './path';
import { orderStatus } from './status';
import { text } from './text';

type Row = contract.OrderRow;

interface BulkMoveProps {
  project_id: string;
  role: Role;
  rows: readonly Row[];
  /** `moved`: something was done, the choice is old. */
  close: (moved: boolean) => void;
}

interface Refusal {
  row: Row;
  message: string;
}

interface Run {
  done: number;
  all: number;
  refused: readonly Refusal[];
  finished: boolean;
}

export function BulkMove({ project_id, role, rows, close }: BulkMoveProps) {
  const t = useText(text);
  const { run, start, stop } = useRun(project_id);
  const end = () => {
    stop();
    close(run !== null);
  };
  return (
    <Modal opened onClose={end} title={t.bulkTitle(rows.length)} centered size="lg" closeOnClickOutside={run === null}>
      {run ? (
        <Running run={run} stop={stop} close={end} />
      ) : (
        <Choice rows={rows} role={role} start={start} close={end} />
      )}
    </Modal>
  );
}

/** One request after another: each order is a transaction of its own, and the refused ones hold nobody up. */
function useRun(project_id: string) {
  const client = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const start = async (rows: readonly Row[], to: contract.OrderStatus, reason: string) => {
    const refused: Refusal[] = [];
    stopped.current = false;
    setRun({ done: 0, all: rows.length, refused, finished: false });
    let done = 0;
    for (const row of rows) {
      if (stopped.current) break;
      try {
        const body = reason ? { to, reason } : { to };
        await call(contract.moveOrder, { params: { project_id, id: row.id }, body });
      } catch (error) {
        refused.push({ row, message: messageOf(error) });
      }
      done += 1;
      setRun({ done, all: rows.length, refused: [...refused], finished: false });
    }
    setRun({ done, all: rows.length, refused: [...refused], finished: true });
    await refreshAfter(client, contract.moveOrder);
  };
  const stop = () => {
    stopped.current = true;
  };
  return { run, start, stop };
}

interface ChoiceProps {
  rows: readonly Row[];
  role: Role;
  start: (rows: readonly Row[], to: contract.OrderStatus, reason: string) => Promise<void>;
  close: () => void;
}

function Choice({ rows, role, start, close }: ChoiceProps) {
  const t = useText(text);
  const w = useText(words);
  const { locale } = useLocale();
  const targets = useMemo(() => bulkTargets(rows, role), [rows, role]);
  const [to, setTo] = useState<contract.OrderStatus | null>(targets.length === 1 ? (targets[0] ?? null) : null);
  const [reason, setReason] = useState('');
  const [touched, setTouched] = useState(false);
  const plan = to ? planBulk(rows, to, role) : null;
  const missing = Boolean(plan?.needs_reason) && reason.trim() === '';
  const submit = () => {
    setTouched(true);
    if (plan && to && !missing) void start(plan.able, to, reason.trim());
  };
  if (targets.length === 0) {
    return (
      <Stack>
        <Text>{t.bulkNone}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t.close}
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Select
        label={t.bulkTo}
        data={targets.map((value) => ({ value, label: orderStatus[value][locale] }))}
        value={to}
        onChange={(next) => setTo(next as contract.OrderStatus | null)}
        allowDeselect={false}
        data-autofocus
      />
      {plan && to && <Consequences plan={plan} to={to} />}
      {plan?.needs_reason && (
        <Textarea
          label={t.reason}
          description={t.reasonHint}
          withAsterisk
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          onBlur={() => setTouched(true)}
          error={touched && missing ? w.required : undefined}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t.cancel}
        </Button>
        <Button onClick={submit} disabled={!plan} {...(to === 'Canceled' ? { color: 'red' } : {})}>
          {plan ? t.bulkRun(plan.able.length) : t.bulk}
        </Button>
      </Group>
    </Stack>
  );
}

function Consequences({ plan, to }: { plan: BulkPlan<Row>; to: contract.OrderStatus }) {
  const t = useText(text);
  const w = useText(words);
  const irreversible = useIrreversible(to, plan.effects.includes('ship'));
  return (
    <>
      <div>
        <Text fw={500} mb={4}>
          {w.consequences}
        </Text>
        <List spacing={4}>
          <List.Item>{t.bulkAble(plan.able.length, numbers(plan.able))}</List.Item>
          {plan.effects.map((kind) => (
            <List.Item key={kind}>
              {kind === 'charge' ? t.bulkEffects.charge(formatMoney(plan.charge)) : t.bulkEffects[kind]}
            </List.Item>
          ))}
          {plan.unable.length > 0 && <List.Item>{t.bulkUnable(plan.unable.length, numbers(plan.unable))}</List.Item>}
        </List>
      </div>
      {irreversible && (
        <Alert color="yellow" icon={<IconAlertTriangle />}>
          {irreversible}
        </Alert>
      )}
    </>
  );
}

const SHOWN_NUMBERS = 12;

const numbers = (rows: readonly Row[]): string =>
  rows
    .slice(0, SHOWN_NUMBERS)
    .map((one) => `№ ${numberOf(one)}`)
    .join(', ') + (rows.length > SHOWN_NUMBERS ? '…' : '');

function Running({ run, stop, close }: { run: Run; stop: () => void; close: () => void }) {
  const t = useText(text);
  return (
    <Stack gap="md">
      <div>
        <Text fw={500} mb="xs" role="status">
          {run.finished ? t.bulkDone(run.done - run.refused.length, run.all) : t.bulkProgress(run.done, run.all)}
        </Text>
        <Progress value={run.all === 0 ? 100 : (run.done / run.all) * 100} aria-label={t.bulk} />
      </div>
      {run.refused.length > 0 && (
        <div role="alert">
          <Text fw={500} mb={4}>
            {t.bulkRefused}
          </Text>
          <List spacing={4}>
            {run.refused.map(({ row, message }) => (
              <List.Item key={row.id}>
                <Anchor component={Link} to={orderPath(row.id, null)}>
                  № {numberOf(row)}
                </Anchor>{' '}
                – {message}
              </List.Item>
            ))}
          </List>
        </div>
      )}
      <Group justify="flex-end">
        {run.finished ? (
          <Button onClick={close} data-autofocus>
            {t.close}
          </Button>
        ) : (
          <Button variant="default" onClick={stop}>
            {t.bulkStop}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
