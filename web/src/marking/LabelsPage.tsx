import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import './marking.css';
import type { VariantRecord } from '@lanka/domain/catalog/contract';
import { handOutCodes } from '@lanka/domain/marking/contract';
import {
  cellsOf,
  LABEL_SIZES,
  type LabelFormat,
  type LabelTemplate,
  listLabelTemplates,
  MAX_LABEL_LINES,
  MAX_LABELS,
  printLabels,
  USUAL_PARTS,
} from '@lanka/domain/marking/labels';
import { ActionIcon, Alert, Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconPrinter, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { GoodsName, goodsOf, titleOf, VariantFinder } from '../catalog';
import { Section } from '../kit/display/facts';
import { Count } from '../kit/display/values';
import { QuantityInput } from '../kit/form/inputs';
import { call } from '../kit/http/call';
import { download } from '../kit/http/download';
import { useCall, useWritten } from '../kit/http/query';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { numberOf } from '../orders';
import { FieldLine, useFields } from '../templates';
import { LabelsTabs } from './LabelsTabs';
import { Picture } from './Picture';
import { type Given, type Line, linesFrom } from './sources';
import { text } from './text';

/** `/cp/labels`: which labels, how many of each, by which template. */
export function LabelsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const [search] = useSearchParams();
  const given = useQuery({
    queryKey: ['labels', project_id, search.toString()],
    queryFn: () => linesFrom(project_id, search),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const templates = useCall(listLabelTemplates, { params: { project_id } });
  return (
    <Page title={t.labels}>
      <LabelsTabs />
      <Loaded query={given}>
        {(found) => (
          // before the templates are known, a hurried print would come out by the usual label
          <Loaded query={templates}>
            {({ items }) => <Printing key={search.toString()} given={found} known={items} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

/** Of more modifications than are printed at once, which these are, and the way to the others. */
function Portion({ skipped, next: behind, cut }: Given) {
  const t = useText(text);
  const [search] = useSearchParams();
  if (skipped === 0 && cut === 0) return null;
  const from = (at: number) => {
    const next = new URLSearchParams(search);
    next.set('from', String(at));
    return `/cp/labels?${next}`;
  };
  return (
    <Alert mx="md" color="yellow">
      <Stack gap="xs">
        {t.portion(skipped + 1, behind, behind + cut)}
        <Group gap="md">
          {skipped > 0 && (
            <Anchor component={Link} to={from(Math.max(0, skipped - MAX_LABEL_LINES))} inherit>
              {t.portionBefore}
            </Anchor>
          )}
          {cut > 0 && (
            <Anchor component={Link} to={from(behind)} inherit>
              {t.portionNext(Math.min(cut, MAX_LABEL_LINES))}
            </Anchor>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

const total = (lines: readonly Line[]): number => lines.reduce((sum, { count }) => sum + (count ?? 0), 0);

function Printing({ given, known }: { given: Given; known: readonly LabelTemplate[] }) {
  const t = useText(text);
  const [lines, setLines] = useState(given.lines);
  const [templateId, setTemplateId] = useState<string | null>(null);
  const [ownFormat, setFormat] = useState<LabelFormat>('58x40');
  const [skip, setSkip] = useState<number | null>(0);
  // the first template is what a warehouse prints by; without one there is the usual label
  const template = templateId === '' ? undefined : (known.find(({ id }) => id === templateId) ?? known[0]);
  const design = template ?? { format: ownFormat, parts: [...USUAL_PARTS], own_text: '', fields: [] };
  const cells = cellsOf(design.format);
  const add = (variant: VariantRecord, byCode: boolean) =>
    setLines((before) => {
      // of several orders the first one gets it
      const known = before.find((one) => one.variant.id === variant.id);
      if (!known) return [...before, { key: variant.id, variant, count: 1 }];
      return byCode ? withCount(before, known.key, (known.count ?? 0) + 1) : before;
    });
  const print = usePrint({ lines, setLines, template_id: template?.id, format: design.format, skip: skip ?? 0 });
  const bare = new Set(lines.flatMap(({ variant }) => (variant.code === null ? [variant.id] : []))).size;
  const wanted = total(lines);
  return (
    <div className="labels-columns">
      <Section title={t.what} flush>
        <Stack gap="sm" pb="md">
          <Portion {...given} />
          <VariantFinder isChosen={(id) => lines.some(({ variant }) => variant.id === id)} add={add} />
          {lines.length === 0 ? (
            <Text px="md" c="dimmed">
              {t.nothingYet}
            </Text>
          ) : (
            <>
              <Counts setLines={setLines} />
              <Lines lines={lines} setLines={setLines} />
            </>
          )}
        </Stack>
      </Section>
      <Stack gap="md">
        <Section title={t.template}>
          <Stack gap="sm">
            {known.length > 0 && (
              <NativeSelect
                label={t.template}
                value={template?.id ?? ''}
                onChange={(event) => setTemplateId(event.currentTarget.value)}
                data={[
                  ...known.map(({ id, name, format }) => ({ value: id, label: `${name} (${t.formats[format]})` })),
                  { value: '', label: t.noTemplate },
                ]}
              />
            )}
            {!template && (
              <NativeSelect
                label={t.format}
                value={ownFormat}
                onChange={(event) => setFormat(event.currentTarget.value as LabelFormat)}
                data={(Object.keys(LABEL_SIZES) as LabelFormat[]).map((value) => ({ value, label: t.formats[value] }))}
              />
            )}
            {cells > 1 && (
              <QuantityInput
                label={t.skip}
                description={t.skipHint(cells)}
                value={skip}
                onChange={setSkip}
                max={cells - 1}
              />
            )}
            <Picture design={design} product_variant_id={lines[0]?.variant.id} order_id={lines[0]?.order?.id} />
          </Stack>
        </Section>
        {bare > 0 && design.parts.includes('code') && <Alert color="yellow">{t.codesFirst(bare)}</Alert>}
        {wanted > MAX_LABELS && <Alert color="red">{t.tooMany(MAX_LABELS)}</Alert>}
        <Button
          size="md"
          leftSection={<IconPrinter size={20} />}
          disabled={wanted === 0 || wanted > MAX_LABELS}
          loading={print.isPrinting}
          onClick={() => void print.run()}
        >
          {t.printAll(wanted)}
        </Button>
      </Stack>
    </div>
  );
}

const withCount = (lines: readonly Line[], key: string, count: number | null): readonly Line[] =>
  lines.map((one) => (one.key === key ? { ...one, count } : one));

type SetLines = (change: (before: readonly Line[]) => readonly Line[]) => void;

function Counts({ setLines }: { setLines: SetLines }) {
  const t = useText(text);
  const each = (count: (line: Line) => number) =>
    setLines((before) => before.map((line) => ({ ...line, count: count(line) })));
  return (
    <Group px="md" gap="xs">
      <Button variant="default" size="compact-md" onClick={() => each(() => 1)}>
        {t.byOne}
      </Button>
      <Button
        variant="default"
        size="compact-md"
        onClick={() => each(({ variant }) => Math.min(variant.actual ?? variant.available ?? 0, MAX_LABELS))}
      >
        {t.byStock}
      </Button>
      <Button variant="subtle" color="gray" size="compact-md" onClick={() => setLines(() => [])}>
        {t.clear}
      </Button>
    </Group>
  );
}

function Lines({ lines, setLines }: { lines: readonly Line[]; setLines: SetLines }) {
  const t = useText(text);
  const fields = useFields(useProjectId(), 'order_item');
  return (
    <LineTable>
      <thead>
        <tr>
          <th scope="col">{t.what}</th>
          <LineHeads names={[t.stock, t.count]} />
          <td />
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, variant, count, order }) => {
          const goods = titleOf(goodsOf(variant));
          const name = order ? `${goods}, ${t.ofOrder(numberOf(order))}` : goods;
          return (
            <tr key={key}>
              <td className="line-name">
                <GoodsName
                  item={goodsOf(variant)}
                  under={
                    <>
                      {variant.code ?? t.noCode}
                      {order && ` · ${t.ofOrder(numberOf(order))}`}
                      {order && <FieldLine fields={fields} values={order.item_fields} />}
                    </>
                  }
                />
              </td>
              <LineCell label={t.stock}>
                <Count value={variant.actual} unit={variant.unit} />
              </LineCell>
              <LineCell label={t.count}>
                <QuantityInput
                  aria-label={t.countOf(name)}
                  value={count}
                  onChange={(next) => setLines((before) => withCount(before, key, next))}
                  max={MAX_LABELS}
                />
              </LineCell>
              <td className="cell-right">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={t.removeOf(name)}
                  onClick={() => setLines((before) => before.filter((one) => one.key !== key))}
                >
                  <IconTrash size={18} />
                </ActionIcon>
              </td>
            </tr>
          );
        })}
      </tbody>
    </LineTable>
  );
}

interface Asked {
  lines: readonly Line[];
  setLines: SetLines;
  template_id: string | undefined;
  format: LabelFormat;
  skip: number;
}

/** Codes first for those that have none, then the PDF. */
function usePrint({ lines, setLines, template_id, format, skip }: Asked) {
  const project_id = useProjectId();
  const written = useWritten();
  const [isPrinting, setPrinting] = useState(false);
  const giveCodes = async () => {
    const bare = [...new Set(lines.filter(({ variant }) => variant.code === null).map(({ variant }) => variant.id))];
    if (bare.length === 0) return;
    const params = { project_id };
    const given = await call(handOutCodes, { params, body: { product_variant_ids: bare } });
    await written(handOutCodes, { params }, given);
    const codes = new Map(given.items.map((one) => [one.product_variant_id, one.code]));
    setLines((before) =>
      before.map((line) => ({
        ...line,
        variant: { ...line.variant, code: line.variant.code ?? codes.get(line.variant.id) ?? null },
      })),
    );
  };
  return {
    isPrinting,
    async run() {
      setPrinting(true);
      try {
        await giveCodes();
        const items = lines.flatMap(({ variant, count, order }) =>
          count ? [{ product_variant_id: variant.id, count, ...(order ? { order_id: order.id } : {}) }] : [],
        );
        const by = template_id ? { template_id } : { format };
        await download(printLabels, { params: { project_id }, body: { items, ...by, skip } });
      } catch (error) {
        notifyError(error);
      } finally {
        setPrinting(false);
      }
    },
  };
}
