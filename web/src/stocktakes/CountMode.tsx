import './count.css';
import * as contract from '@lanka/domain/stocktakes/contract';
import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  Group,
  Progress,
  SegmentedControl,
  Stack,
  Text,
  Title,
  UnstyledButton,
} from '@mantine/core';
import { IconLock, IconMinus, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { GoodsName, goodsOf, titleOf, VariantFinder } from '../catalog';
import { Section } from '../kit/display/facts';
import { QuantityInput } from '../kit/form/inputs';
import { formatCount } from '../kit/format';
import { CallError } from '../kit/http/call';
import { useCall } from '../kit/http/query';
import { notify } from '../kit/overlay/notify';
import { Loaded } from '../kit/page/states';
import { Choices } from '../kit/scan/Choices';
import { AT_ONCE, useScans } from '../kit/scan/modes';
import { signal } from '../kit/scan/signal';
import { useScannedInto } from '../kit/scan/typed';
import { Waiting } from '../kit/scan/Waiting';
import { useProjectId } from '../kit/session';
import { keep, kept } from '../kit/storage';
import { useText } from '../kit/text';
import { partOf } from './parts';
import { text } from './text';
import { useCounting } from './useCounting';

/** `/cp/scan?mode=count&stocktake=…`: what is scanned is counted in an open stocktake. */
export function CountMode() {
  const [search, setSearch] = useSearchParams();
  const id = search.get('stocktake');
  const choose = (stocktake: string | null) =>
    setSearch({ mode: 'count', ...(stocktake ? { stocktake } : {}) }, AT_ONCE);
  return id ? <OneStocktake key={id} id={id} leave={() => choose(null)} /> : <Choosing choose={choose} />;
}

function Choosing({ choose }: { choose: (id: string) => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const open = useCall(contract.listStocktakes, { params: { project_id }, query: { status: 'open', limit: 50 } });
  useScans(() => {
    signal('wrong');
    notify('error', t.chooseFirst);
  });
  return (
    <>
      <Loaded query={open}>
        {({ items }) => (
          <Stack gap="xs">
            <Text c="dimmed">{items.length > 0 ? t.choose : t.noneOpen}</Text>
            {items.map((one) => (
              <UnstyledButton key={one.id} className="scan-choice" onClick={() => choose(one.id)}>
                <Text fw={600}>{t.one(one.number)}</Text>
                <Text size="sm" c="dimmed" className="wrap-anywhere">
                  {[partOf(one, t), t.linesOf(one.lines)].join(' · ')}
                </Text>
              </UnstyledButton>
            ))}
          </Stack>
        )}
      </Loaded>
      <div className="scan-foot">
        <Button component={Link} to="/cp/stocktakes/new?then=scan" size="lg" variant="default" fullWidth>
          {t.create}
        </Button>
      </div>
    </>
  );
}

/** Counting goes on while the stocktake cannot be read for want of a network. */
function OneStocktake({ id, leave }: { id: string; leave: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const stocktake = useCall(contract.readStocktakeProgress, { params: { project_id, id } });
  const { data, error } = stocktake;
  if (error instanceof CallError && !error.outcomeUnknown) return <Loaded query={stocktake}>{() => null}</Loaded>;
  return (
    <Stack gap="md">
      <div>
        <Group justify="space-between" wrap="nowrap" mb={4}>
          <Title order={2} size="h4">
            {data ? (
              <Anchor component={Link} to={`/cp/stocktakes/${id}`} inherit>
                {t.one(data.number)}
              </Anchor>
            ) : (
              t.count
            )}
          </Title>
          <Button variant="subtle" color="gray" size="compact-md" onClick={leave}>
            {t.other}
          </Button>
        </Group>
        {data && (
          <>
            <Text size="sm" c="dimmed" mb={4}>
              {t.progressOf(data.counted, data.lines)}
            </Text>
            <Progress value={data.lines === 0 ? 0 : (100 * data.counted) / data.lines} aria-label={t.progress} />
          </>
        )}
      </div>
      {!data || data.status === 'open' ? (
        <Counting id={id} />
      ) : (
        <Alert color="gray" icon={<IconLock size={18} />}>
          {t.notOpen}
        </Alert>
      )}
    </Stack>
  );
}

/** What the typed number is for: goods that were scanned, or a line that is put right. */
interface Asked {
  readonly code?: string;
  readonly product_variant_id?: string;
  readonly label: string;
}

type PerScan = 'piece' | 'number';
const PER_SCAN = 'scan:count.each';

function Counting({ id }: { id: string }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { scans, waiting, done, add, remove, ambiguous, settle } = useCounting(project_id, id);
  const [per, setPer] = useState<PerScan>(() => (kept(PER_SCAN) === 'number' ? 'number' : 'piece'));
  const [asked, setAsked] = useState<Asked | null>(null);
  const take = (goods: Asked) => {
    if (asked) {
      // the camera may see the same label again while the number is typed
      if (goods.label === asked.label) return;
      signal('wrong');
      notify('error', t.answerFirst(asked.label));
    } else if (per === 'number') {
      signal('ok');
      setAsked(goods);
    } else add({ ...goods, mode: 'add', count: 1 });
  };
  const { ready } = useScans((code) => take({ code, label: code }));
  const answered = () => {
    setAsked(null);
    ready();
  };
  return (
    <>
      <Waiting scans={scans} remove={remove} />
      <Choices
        asked={ambiguous.map(({ entry, choices }) => ({ id: entry.id, code: entry.label, choices }))}
        choose={({ id: entry }, choice) => settle(entry, choice)}
        dismiss={({ id: entry }) => settle(entry, null)}
      />
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
          {done.map((line) => (
            <Row
              key={line.product_variant_id}
              line={line}
              add={(goods, count) => add({ ...goods, mode: 'add', count })}
              ask={setAsked}
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
      <div className="scan-foot">
        {asked ? (
          <HowMany
            key={asked.label}
            asked={asked}
            save={(count) => {
              add({ ...asked, mode: 'set', count });
              answered();
            }}
            cancel={answered}
          />
        ) : (
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={t.perScan}
            value={per}
            onChange={(next) => {
              const chosen = next === 'number' ? 'number' : 'piece';
              keep(PER_SCAN, chosen);
              setPer(chosen);
            }}
            data={[
              { value: 'piece', label: t.onePiece },
              { value: 'number', label: t.askCount },
            ]}
          />
        )}
      </div>
    </>
  );
}

/** More than anybody counts on a shelf: the next code was scanned into the field of the number. */
const MOST = 1_000_000;

function HowMany({ asked, save, cancel }: { asked: Asked; save: (count: number) => void; cancel: () => void }) {
  const t = useText(text);
  const [count, setCount] = useState<number | null>(null);
  const [mistakes, setMistakes] = useState(0);
  const isNumber = count !== null && Number.isInteger(count) && count >= 0;
  const refuse = () => {
    signal('wrong');
    setMistakes(mistakes + 1);
    setCount(null);
  };
  const heard = useScannedInto(refuse);
  const submit = () => {
    if (isNumber && count <= MOST) return save(count);
    if (count !== null) refuse();
  };
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600} className="wrap-anywhere">
          {asked.label}
        </Text>
        <ActionIcon size="xl" variant="default" onClick={cancel} aria-label={t.dismiss}>
          <IconX size={20} />
        </ActionIcon>
      </Group>
      <Group gap="xs" align="flex-end" wrap="nowrap" onKeyDownCapture={heard}>
        <QuantityInput
          key={mistakes}
          size="lg"
          label={t.howMany}
          className="count-number"
          value={count}
          error={mistakes > 0 && t.noCount}
          onChange={setCount}
          onEnter={submit}
          autoFocus
        />
        <Button size="lg" onClick={submit} disabled={!isNumber}>
          {t.save}
        </Button>
      </Group>
    </Stack>
  );
}

interface RowProps {
  line: contract.StocktakeLine;
  add: (goods: Asked, count: number) => void;
  ask: (goods: Asked) => void;
}

function Row({ line, add, ask }: RowProps) {
  const t = useText(text);
  const name = titleOf(line);
  const goods = { product_variant_id: line.product_variant_id, label: name };
  return (
    <li className="count-row">
      <div>
        <GoodsName item={line} under={line.place || undefined} />
        {line.set_aside > 0 && (
          <Text size="sm" c="dimmed">
            {t.asideOf(line.set_aside)}
          </Text>
        )}
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
