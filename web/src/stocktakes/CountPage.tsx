import './count.css';
import * as contract from '@lanka/domain/stocktakes/contract';
import { ActionIcon, Alert, Button, Group, Progress, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconCloudOff, IconLock, IconMinus, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { GoodsName, goodsOf, titleOf, VariantFinder } from '../catalog';
import { Section } from '../kit/display/facts';
import { QuantityInput } from '../kit/form/inputs';
import { formatCount } from '../kit/format';
import { useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';
import { type Shown, useCounting } from './useCounting';

const ScanButton = lazy(async () => ({ default: (await import('../kit/form/scan')).ScanButton }));

/** The screen of who counts: a scanner types into it, the camera reads into it, one hand is enough. */
export function CountPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const stocktake = useCall(contract.readStocktake, { params: { project_id, id } });
  return (
    <Loaded query={stocktake}>
      {(data) => (
        <Page
          title={t.count}
          crumbs={[{ to: `/cp/stocktakes/${data.id}`, label: t.one(data.number) }]}
          narrow
          subtitle={t.progressOf(data.totals.counted, data.totals.lines)}
        >
          <Progress
            value={data.totals.lines === 0 ? 0 : (100 * data.totals.counted) / data.totals.lines}
            aria-label={t.progress}
          />
          {data.status === 'open' ? (
            <Counting key={data.id} stocktake={data} />
          ) : (
            <Alert color="gray" icon={<IconLock size={18} />}>
              {t.notOpen}
            </Alert>
          )}
        </Page>
      )}
    </Loaded>
  );
}

/** What the typed number is for: goods that were scanned, or a line that is put right. */
interface Asked {
  readonly code?: string;
  readonly product_variant_id?: string;
  readonly label: string;
}

function Counting({ stocktake }: { stocktake: contract.Stocktake }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { waiting, done, add, dismiss } = useCounting(project_id, stocktake.id);
  const [mode, setMode] = useState<'piece' | 'number'>('piece');
  const [code, setCode] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const take = (goods: Asked) => {
    if (mode === 'number') setAsked(goods);
    else add({ ...goods, mode: 'add', count: 1 });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setCode('');
    if (typed) take({ code: typed, label: typed });
  };
  const answer = (count: number) => {
    if (asked) add({ ...asked, mode: 'set', count });
    setAsked(null);
    field.current?.focus();
  };
  return (
    <Stack gap="md">
      <Section>
        <Stack gap="sm">
          <SegmentedControl
            fullWidth
            aria-label={t.perScan}
            value={mode}
            onChange={(next) => {
              setMode(next === 'number' ? 'number' : 'piece');
              setAsked(null);
            }}
            data={[
              { value: 'piece', label: t.onePiece },
              { value: 'number', label: t.askCount },
            ]}
          />
          <form onSubmit={submit}>
            <TextInput
              ref={field}
              size="lg"
              label={t.scanField}
              description={t.scanHint}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              autoFocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="done"
              rightSection={
                <Suspense>
                  <ScanButton onFound={(found) => take({ code: found, label: found })} />
                </Suspense>
              }
            />
          </form>
          {asked && <HowMany key={asked.label} asked={asked} save={answer} cancel={() => setAsked(null)} />}
        </Stack>
      </Section>
      <Waiting count={waiting.length} />
      <Section title={t.recent} flush>
        <ul className="count-rows" aria-live="polite">
          {[...waiting].reverse().map((entry) => (
            <li key={entry.id} className="count-row" data-waiting>
              <Text className="wrap-anywhere">{entry.label}</Text>
              <Text size="sm" c="dimmed">
                {t.isWaiting}
              </Text>
            </li>
          ))}
          {done.map((shown) => (
            <Row
              key={shown.id}
              shown={shown}
              add={(goods, count) => add({ ...goods, mode: 'add', count })}
              ask={setAsked}
              dismiss={() => dismiss(shown.id)}
            />
          ))}
          {waiting.length + done.length === 0 && (
            <li className="count-row">
              <Text c="dimmed">{t.noRecent}</Text>
            </li>
          )}
        </ul>
      </Section>
      <Section title={t.findByName} flush>
        <Stack pb="md">
          <VariantFinder
            isChosen={() => false}
            add={(variant) => take({ product_variant_id: variant.id, label: titleOf(goodsOf(variant)) })}
          />
        </Stack>
      </Section>
    </Stack>
  );
}

/** What has not been sent yet, where one sees it before he walks out of the network for good. */
function Waiting({ count }: { count: number }) {
  const t = useText(text);
  if (count === 0) return null;
  return (
    <Alert color="yellow" icon={<IconCloudOff size={18} />} role="status">
      {t.waiting(count)}
    </Alert>
  );
}

function HowMany({ asked, save, cancel }: { asked: Asked; save: (count: number) => void; cancel: () => void }) {
  const t = useText(text);
  const [count, setCount] = useState<number | null>(null);
  const isNumber = count !== null && Number.isInteger(count) && count >= 0;
  const submit = () => {
    if (isNumber) save(count);
  };
  return (
    <Stack gap="xs">
      <Text fw={600} className="wrap-anywhere">
        {asked.label}
      </Text>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <QuantityInput
          size="lg"
          label={t.howMany}
          className="count-number"
          value={count}
          onChange={setCount}
          onEnter={submit}
          autoFocus
        />
        <Button size="lg" onClick={submit} disabled={!isNumber}>
          {t.save}
        </Button>
        <ActionIcon size="xl" variant="default" onClick={cancel} aria-label={t.dismiss}>
          <IconX size={20} />
        </ActionIcon>
      </Group>
    </Stack>
  );
}

interface RowProps {
  shown: Shown;
  add: (goods: Asked, count: number) => void;
  ask: (goods: Asked) => void;
  dismiss: () => void;
}

function Row({ shown: { label, line, error }, add, ask, dismiss }: RowProps) {
  const t = useText(text);
  if (!line || error !== null) {
    return (
      <li className="count-row" data-refused>
        <div>
          <Text fw={600} className="wrap-anywhere">
            {label}
          </Text>
          <Text size="sm" c="var(--text-negative)">
            {error}
          </Text>
        </div>
        <ActionIcon size="lg" variant="default" onClick={dismiss} aria-label={t.dismiss}>
          <IconX size={18} />
        </ActionIcon>
      </li>
    );
  }
  const name = titleOf(line);
  const goods = { product_variant_id: line.product_variant_id, label: name };
  return (
    <li className="count-row">
      <div>
        <GoodsName item={line} under={line.place || undefined} />
        {line.doubt && (
          <Text size="sm" c="var(--text-negative)">
            {t.doubts[line.doubt]}
          </Text>
        )}
      </div>
      <Group gap={6} wrap="nowrap">
        <ActionIcon
          size="xl"
          variant="default"
          onClick={() => add(goods, -1)}
          disabled={line.counted === null || line.counted === 0}
          aria-label={t.minus(name)}
        >
          <IconMinus size={20} />
        </ActionIcon>
        <Text fw={650} fz="xl" className="figures count-figure">
          {line.counted === null ? '–' : formatCount(line.counted)}
        </Text>
        <ActionIcon size="xl" variant="default" onClick={() => add(goods, 1)} aria-label={t.plus(name)}>
          <IconPlus size={20} />
        </ActionIcon>
        <ActionIcon size="xl" variant="subtle" color="gray" onClick={() => ask(goods)} aria-label={t.exact(name)}>
          <IconPencil size={20} />
        </ActionIcon>
      </Group>
    </li>
  );
}
