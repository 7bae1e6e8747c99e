import type { LookupAnswer } from '@lanka/domain/marking/contract';
import {
  arriveTurnover,
  createTurnover,
  listTurnover,
  readTurnover,
  type TurnoverRow,
} from '@lanka/domain/turnover/contract';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { GoodsName, goodsOf, titleOf } from '../../catalog';
import { Finder } from '../../kit/form/finder';
import { QuantityInput } from '../../kit/form/inputs';
import { call } from '../../kit/http/call';
import { useAction, useCall } from '../../kit/http/query';
import { useConfirm } from '../../kit/overlay/confirm';
import { notify } from '../../kit/overlay/notify';
import { FailedState } from '../../kit/page/states';
import { useScans } from '../../kit/scan/modes';
import type { Queued, Scan } from '../../kit/scan/queue';
import { signal } from '../../kit/scan/signal';
import { useScannedInto } from '../../kit/scan/typed';
import { Waiting } from '../../kit/scan/Waiting';
import { useProjectId } from '../../kit/session';
import { keep, kept } from '../../kit/storage';
import { useText } from '../../kit/text';
import { useLookups } from './lookups';
import { isCount, isCounted, piecesOf, type ReceivedLine, withoutTyped, withPiece, withTyped } from './receiving';
import { text } from './text';

/** What was scanned and not entered yet; kept in the browser, so that a reload or an empty battery loses nothing. */
interface Under {
  /** Goes along when it is entered: pressed twice, or sent again, it is entered once. */
  key: string;
  /** The document whose goods come; empty: a new one. */
  document: string;
  /** The last that was scanned stands first. */
  lines: readonly ReceivedLine[];
}

/** Of one modification in a document. */
const MOST = 1_000_000;

const fresh = (document = ''): Under => ({ key: crypto.randomUUID(), document, lines: [] });

function useUnderWay(project_id: string) {
  const name = `scan:receive.${project_id}` as const;
  const [under, setUnder] = useState<Under>(() => kept<Under>(name) ?? fresh());
  const latest = useRef(under);
  /** Kept at once, not when it is drawn: the queue forgets a scan as soon as it is answered. */
  const change = (next: (before: Under) => Under) => {
    const after = next(latest.current);
    latest.current = after;
    keep(name, after.lines.length > 0 || after.document ? after : null);
    setUnder(after);
  };
  return { under, change, now: () => latest.current };
}

/** Goods come: each scan is a piece more. At the end there is a draft of an income, or what was expected has arrived. */
export function Receive() {
  const t = useText(text);
  const project_id = useProjectId();
  const confirm = useConfirm();
  const { under, change, now } = useUnderWay(project_id);
  const { lines, document } = under;
  const { limits, query: chosen } = useLimits(project_id, document);
  const finish = useFinish(under, () => change(() => fresh()));
  const add = (answer: LookupAnswer, scan: Queued<Scan>) => {
    if (answer.kind !== 'product_variant' || limits === undefined) return signal('wrong');
    const variant = answer.product_variant;
    const goods = goodsOf(variant);
    if (isCounted(now().lines, variant.id, scan.id)) return signal('ok');
    const have = now().lines.find(({ product_variant_id }) => product_variant_id === variant.id)?.count ?? 0;
    const most = limits?.get(variant.id);
    if (limits && (most === undefined || have + 1 > most)) {
      signal('wrong');
      const name = titleOf(goods);
      return notify('error', most === undefined ? t.notExpected(name) : t.moreThanExpected(name, most));
    }
    signal('ok');
    change((before) => ({
      ...before,
      lines: withPiece(before.lines, { ...goods, product_variant_id: variant.id }),
    }));
  };
  const queue = useLookups('receive.queue', {
    onSent: add,
    onRefused: () => signal('wrong'),
    isHeld: limits === undefined,
  });
  useScans(queue.add);
  const waiting = queue.scans.filter(({ refused }) => refused === null).map(({ id }) => id);
  const setCount = (id: string, count: number | null) =>
    change((before) => ({ ...before, lines: withTyped(before.lines, id, count, waiting) }));
  const putBack = (line: ReceivedLine) => change((before) => ({ ...before, lines: withoutTyped(before.lines, line) }));
  const pieces = piecesOf(lines);
  const mostOf = (id: string) => limits?.get(id) ?? MOST;
  const isWrong = lines.some(({ product_variant_id, count }) => !isCount(count, mostOf(product_variant_id)));
  const startAnew = async () => {
    const question = { title: t.startAnewTitle, effects: t.startAnewEffects, confirmLabel: t.startAnew, danger: true };
    if (await confirm(question)) change(() => fresh());
  };
  return (
    <Stack gap="md">
      <Into
        document={chosen.data}
        isChosen={document !== ''}
        disabled={lines.length > 0}
        choose={(id) => change(() => fresh(id))}
      />
      {limits === undefined && chosen.error && <FailedState error={chosen.error} retry={chosen.refetch} />}
      <Waiting scans={queue.scans} remove={queue.remove} />
      {queue.choices}
      {lines.length === 0 ? (
        <Text c="dimmed">{t.nothingReceived}</Text>
      ) : (
        <>
          <Stack gap="xs">
            {lines.map((line) => (
              <Paper key={line.product_variant_id} withBorder p="sm" radius="md" className="scan-line">
                <GoodsName item={line} />
                <Received
                  line={line}
                  set={(count) => setCount(line.product_variant_id, count)}
                  putBack={putBack}
                  max={mostOf(line.product_variant_id)}
                  scanned={queue.add}
                />
              </Paper>
            ))}
          </Stack>
          <div className="scan-foot">
            <Group justify="space-between" mb="xs">
              <Text fw={600} role="status">
                {t.received(pieces)}
              </Text>
              <Button variant="subtle" color="gray" size="compact-md" onClick={() => void startAnew()}>
                {t.startAnew}
              </Button>
            </Group>
            <Button
              size="lg"
              fullWidth
              loading={finish.isPending}
              disabled={pieces === 0 || isWrong || queue.isChoosing || waiting.length > 0}
              onClick={finish.run}
            >
              {document ? t.finishExpected : t.finishNew}
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}

interface ReceivedProps {
  line: ReceivedLine;
  max: number;
  set: (count: number | null) => void;
  putBack: (line: ReceivedLine) => void;
  scanned: (code: string) => void;
}

/** How many came; a code that is scanned while the field has the focus is the next goods, and the number stays. */
function Received({ line, max, set, putBack, scanned }: ReceivedProps) {
  const t = useText(text);
  const before = useRef(line);
  const [corrections, setCorrections] = useState(0);
  const heard = useScannedInto(
    (code) => {
      putBack(before.current);
      setCorrections(corrections + 1);
      scanned(code);
    },
    () => {
      before.current = line;
    },
  );
  return (
    <div onKeyDownCapture={heard}>
      <QuantityInput
        key={corrections}
        aria-label={t.countOf(titleOf(line))}
        value={line.count}
        onChange={set}
        max={max}
        {...(isCount(line.count, max) ? {} : { error: t.notCount(max) })}
      />
    </div>
  );
}

/** How many of each may come by the expected document; null for a new one, undefined while that is not known. */
function useLimits(project_id: string, id: string) {
  const query = useCall(readTurnover, { params: { project_id, id: id || '-' } }, { enabled: id !== '' });
  const items = query.data?.items.map((item) => [item.product_variant_id, item.expected] as const);
  return { limits: id === '' ? null : items && new Map(items), query };
}

/** So many documents are offered at once; the rest is found by number, counterparty, goods or comment. */
const OFFERED = 30;

type Expected = Pick<TurnoverRow, 'number' | 'counterparty' | 'expected'>;

interface IntoProps {
  document: Expected | undefined;
  isChosen: boolean;
  /** Goods have been received into it already. */
  disabled: boolean;
  choose: (id: string) => void;
}

/** A new document, or the one whose goods come. */
function Into({ document, isChosen, disabled, choose }: IntoProps) {
  const t = useText(text);
  const params = { project_id: useProjectId() };
  const some = useCall(listTurnover, { params, query: { expected: true, limit: 1 } });
  const nameOf = ({ number, counterparty, expected }: Expected) =>
    t.expected(number, counterparty?.name ?? '–', expected);
  if (disabled) return document ? <Text c="dimmed">{`${t.into}: ${nameOf(document)}`}</Text> : null;
  if (!isChosen && !some.data?.items.length) return null;
  return (
    <Finder
      label={t.into}
      placeholder={t.newDocument}
      find={async (q, signal) => {
        const query = { expected: true, limit: OFFERED, ...(q ? { q } : {}) };
        return (await call(listTurnover, { params, query, ...(signal ? { signal } : {}) })).items;
      }}
      keyOf={({ id }) => id}
      nameOf={nameOf}
      onPick={({ id }) => choose(id)}
      chosen={document ? nameOf(document) : isChosen ? '…' : ''}
      onClear={() => choose('')}
    />
  );
}

function useFinish({ key, document, lines }: Under, done: () => void) {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const sent = useRef('');
  const onError = () => {
    sent.current = '';
  };
  const create = useAction(createTurnover, {
    success: t.draftMade,
    onError,
    onSuccess: ({ id }) => {
      done();
      void navigate(`/cp/turnover/${id}/edit`);
    },
  });
  const arrive = useAction(arriveTurnover, {
    success: t.arrived,
    onError,
    onSuccess: ({ id }) => {
      done();
      void navigate(`/cp/turnover/${id}`);
    },
  });
  const items = lines
    .filter(({ count }) => count > 0)
    .map(({ product_variant_id, count }) => ({ product_variant_id, count }));
  return {
    isPending: create.isPending || arrive.isPending,
    run() {
      // a second press comes before the button is seen to work
      if (sent.current === key) return;
      sent.current = key;
      if (document) {
        arrive.mutate({ params: { project_id, id: document }, body: { items }, idempotency_key: key });
        return;
      }
      const body = { flow: 'income', type: 'purchase', draft: true, items } as const;
      create.mutate({ params: { project_id }, body: { ...body, items: [...items] }, idempotency_key: key });
    },
  };
}
