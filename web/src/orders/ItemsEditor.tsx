/** The lines of an order being made: search, scanner, counts; short lines say how much there is. */

import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import { formatAmount, formatMoney, lessPercent } from '@lanka/domain/kit/money';
import type { PricedItem } from '@lanka/domain/orders/contract';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { GoodsHead, GoodsRow, type GoodsWords } from '../kit/display/GoodsRow';
import { LineTable } from '../kit/display/LineTable';
import { isOut, useStockWords } from '../kit/display/stock';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Money } from '../kit/display/values';
import { Finder } from '../kit/form/finder';
import type { FieldBinding } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { FieldsButton, messagesIn, useFields } from '../templates';
import { formText } from './form-text';
import { LinePrice } from './LinePrice';
import * as lines from './lines';
import { text } from './text';

interface ItemsEditorProps extends FieldBinding {
  project_id: string;
  infos: lines.Infos;
  learn: (id: string, info: lines.LineInfo) => void;
  preview: lines.Preview;
  shortage: lines.Shortage;
}

/** Complaints about lines as the form keeps them: by index, then by field. */
type LineErrors = Readonly<
  Record<
    string,
    {
      count?: { message?: string };
      customer_price?: { message?: string };
      product_variant_id?: { message?: string };
      fields?: unknown;
    }
  >
>;

export function ItemsEditor({ name, control, project_id, infos, learn, preview, shortage }: ItemsEditorProps) {
  const t = useText(formText);
  const { field, fieldState } = useController({ name, control });
  const value = field.value as lines.Line[];
  // Scans come faster than renders: each starts from what the one before left.
  const latest = useRef(value);
  latest.current = value;
  const [said, setSaid] = useState<{ text: string; bad: boolean } | null>(null);
  const change = (next: lines.Line[]) => {
    latest.current = next;
    field.onChange(next);
  };
  const finder = useRef<HTMLInputElement>(null);
  const table = useRef<HTMLDivElement>(null);
  /** The line whose count is typed next. */
  const [next, setNext] = useState<string | null>(null);
  useEffect(() => {
    if (next === null) return;
    table.current?.querySelector<HTMLInputElement>(`[data-line="${next}"] input`)?.select();
    setNext(null);
  }, [next]);
  const add = (variant: VariantRecord, byCode: boolean) => {
    if (variant.price === null) return setSaid({ text: `${nameOf(variant)}: ${t.noPrice}`, bad: true });
    const isThere = lines.hasLine(latest.current, variant.id);
    learn(variant.id, lines.infoOfVariant(variant));
    // the same code again is one piece more, as at a till; from the list a product is chosen once
    if (byCode || !isThere) change(lines.withOneMore(latest.current, variant.id));
    if (!byCode) {
      setNext(variant.id);
      return setSaid(isThere ? { text: t.duplicate, bad: true } : null);
    }
    const line = latest.current.find(({ product_variant_id }) => product_variant_id === variant.id);
    setSaid({ text: t.scanned(nameOf(variant), line ? (lines.countOf(line) ?? 0) : 0), bad: false });
  };
  const errors = (fieldState.error ?? {}) as unknown as LineErrors;
  const ofItem = useFields(project_id, 'order_item');
  return (
    <Stack gap="md">
      <Box px="md" maw={640}>
        <Finder
          label={t.find}
          description={t.findHint}
          find={(q, signal) => findVariants(project_id, q, signal)}
          keyOf={({ id }) => id}
          nameOf={nameOf}
          codesOf={({ code, sku }) => [code, sku]}
          isDisabled={({ price }) => price === null}
          render={(variant) => <Found variant={variant} taken={lines.hasLine(value, variant.id)} />}
          onPick={add}
          onMissed={(code) => setSaid({ text: t.notFoundCode(code), bad: true })}
          inputRef={finder}
          scan
        />
      </Box>
      <Text
        role={said?.bad ? 'alert' : 'status'}
        size="sm"
        px="md"
        {...(said?.bad ? { c: 'var(--text-negative)' } : { c: 'dimmed' })}
      >
        {said?.text}
      </Text>
      {preview.error && (
        <Alert color="red" mx="md">
          {preview.error}
        </Alert>
      )}
      {value.length === 0 ? (
        <Text px="md" pb="md" {...(fieldState.error ? { c: 'var(--text-negative)', role: 'alert' } : { c: 'dimmed' })}>
          {fieldState.error ? t.needLines : t.noLines}
        </Text>
      ) : (
        <div ref={table}>
          <ItemLines
            value={value}
            change={change}
            blur={field.onBlur}
            toFinder={() => finder.current?.focus()}
            {...{ infos, preview, shortage, errors, project_id }}
            fields={ofItem}
          />
        </div>
      )}
    </Stack>
  );
}

const nameOf = (variant: VariantRecord): string => lines.titleOf(lines.infoOfVariant(variant));

const FOUND = 20;

async function findVariants(project_id: string, q: string, signal?: AbortSignal): Promise<VariantRecord[]> {
  const query = { limit: FOUND, ...(q ? { q } : {}) };
  const { items } = await call(listAllVariants, { params: { project_id }, query, ...(signal ? { signal } : {}) });
  return items.filter(({ deleted }) => !deleted);
}

function Found({ variant, taken }: { variant: VariantRecord; taken: boolean }) {
  const t = useText(formText);
  const words = useStockWords();
  return (
    <span className="found">
      <Thumbnail url={variant.thumbnail_url} />
      <span className="found-name">
        <span className="wrap-anywhere">{nameOf(variant)}</span>
        <Text span display="block" size="sm" c="dimmed">
          {[variant.sku, taken ? t.added : null].filter(Boolean).join(' · ')}
        </Text>
      </span>
      <Text span ta="right" size="sm">
        {variant.price === null ? t.noPrice : <Money kopecks={variant.price} className="nowrap" />}
        <Text span display="block" size="sm" className="nowrap" c={isOut(variant) ? 'var(--text-negative)' : 'dimmed'}>
          {words(variant)}
        </Text>
      </Text>
    </span>
  );
}

interface ItemLinesProps {
  value: readonly lines.Line[];
  change: (next: lines.Line[]) => void;
  blur: () => void;
  infos: lines.Infos;
  preview: lines.Preview;
  shortage: lines.Shortage;
  errors: LineErrors;
  project_id: string;
  fields: readonly TemplateField[];
  /** After the count the next product is looked for. */
  toFinder: () => void;
}

function ItemLines({
  project_id,
  fields,
  value,
  change,
  blur,
  infos,
  preview,
  shortage,
  errors,
  toFinder,
}: ItemLinesProps) {
  const words = useGoodsWords();
  const table = useRef<HTMLTableElement>(null);
  const isShort = value.some((line) => lines.isShort(line, shortage));
  // The first short line comes into sight when the server has refused.
  useEffect(() => {
    if (isShort) table.current?.querySelector('[data-short]')?.scrollIntoView({ block: 'center' });
  }, [isShort]);
  return (
    <LineTable ref={table}>
      <GoodsHead words={words} />
      <tbody>
        {value.map((line, i) => (
          <LineRow
            key={line.product_variant_id}
            line={line}
            info={infos[line.product_variant_id]}
            priced={preview.lines[line.product_variant_id]}
            short={lines.isShort(line, shortage) ? shortage[line.product_variant_id] : undefined}
            error={errors[i]?.count?.message ?? errors[i]?.product_variant_id?.message}
            badPrice={errors[i]?.customer_price?.message}
            setPrice={(price) => change(lines.withCustomerPrice(value, line.product_variant_id, price))}
            setCount={(count) => change(lines.withCount(value, line.product_variant_id, count))}
            more={
              <FieldsButton
                {...{ fields }}
                projectId={project_id}
                title={
                  infos[line.product_variant_id] ? lines.titleOf(infos[line.product_variant_id] as lines.LineInfo) : '…'
                }
                values={line.fields ?? {}}
                isNew={line.fields === undefined}
                error={messagesIn(errors[i]?.fields).join('. ') || undefined}
                onChange={(given) => change(lines.withLineFields(value, line.product_variant_id, given))}
              />
            }
            remove={() => change(lines.withoutLine(value, line.product_variant_id))}
            blur={blur}
            toFinder={toFinder}
          />
        ))}
      </tbody>
    </LineTable>
  );
}

interface LineRowProps {
  line: lines.Line;
  info: lines.LineInfo | undefined;
  /** As the server prices it; missing until it has answered. */
  priced: PricedItem | undefined;
  /** As the server said when it refused. */
  short: { available: number | null } | undefined;
  error: string | undefined;
  setCount: (count: number | null) => void;
  badPrice: string | undefined;
  /** Null: as recommended. */
  setPrice: (kopecks: number | null) => void;
  /** Under the name. */
  more: ReactNode;
  remove: () => void;
  blur: () => void;
  toFinder: () => void;
}

function LineRow({
  more,
  line,
  info,
  priced,
  short,
  error,
  setCount,
  badPrice,
  setPrice,
  remove,
  blur,
  toFinder,
}: LineRowProps) {
  const t = useText(formText);
  const o = useText(text);
  const name = info ? lines.titleOf(info) : '…';
  const words = useStockWords();
  const limit = short ? short.available : limitOf(info);
  const count = lines.countOf(line);
  const { role, isDropshipping } = useSession();
  const nextStep = role === 'Client' || isDropshipping ? lines.nextStep(info, count ?? 1) : undefined;
  const over = limit !== null && count !== null && count > limit;
  return (
    <GoodsRow
      words={useGoodsWords()}
      id={line.product_variant_id}
      name={name}
      thumbnail_url={info?.thumbnail_url ?? null}
      about={[info?.sku, info ? words(info) : null]}
      isShort={short !== undefined}
      below={
        <>
          {short && limit === null && (
            <Text size="sm" c="var(--text-negative)" role="alert">
              {t.tooMany}
            </Text>
          )}
          {more}
          {over && (
            <Group gap="xs" mt={4}>
              <Text size="sm" c="var(--text-negative)" role={short ? 'alert' : undefined}>
                {t.moreThanAvailable(limit)}
              </Text>
              <Button size="compact-sm" variant="default" onClick={() => (limit > 0 ? setCount(limit) : remove())}>
                {limit > 0 ? t.setAvailable(limit) : t.takeAway}
              </Button>
            </Group>
          )}
        </>
      }
      cost={
        <span>
          {priced ? <LinePrice item={priced} /> : <Money kopecks={info?.base_price} className="nowrap" />}
          {nextStep && (
            <Text span display="block" size="sm" c="dimmed">
              {o.fromPiecesAt(nextStep.from_count, formatMoney(nextStep.price))}
            </Text>
          )}
        </span>
      }
      count={{
        value: line.count === '' ? null : line.count,
        ...{ onChange: setCount, onBlur: blur, onEnter: toFinder },
        error: count === null ? (error ?? t.badCount) : error,
      }}
      price={{
        value: line.customer_price ?? null,
        ...{ onChange: setPrice, onBlur: blur, placeholder: asRecommended(priced, info) },
        error: Number.isNaN(line.customer_price) ? t.badPrice : badPrice,
      }}
      amount={
        <span>
          <Money kopecks={priced?.amount} className="nowrap" />
          {priced && (
            <Text span display="block" size="sm" c="dimmed">
              {o.recommended}: <Money kopecks={priced.customer_amount} className="nowrap" />
            </Text>
          )}
        </span>
      }
      remove={{ onClick: remove, label: t.removeLine(name) }}
    />
  );
}

function useGoodsWords(): GoodsWords {
  const { product, price: cost, count, amount } = useText(text);
  const { customerPrice, takeAway, countOf, customerPriceOf } = useText(formText);
  return { product, cost, count, amount, customerPrice, takeAway, countOf, customerPriceOf };
}

/** What the customer pays for a piece unless the seller says otherwise. */
function asRecommended(priced: PricedItem | undefined, info: lines.LineInfo | undefined): string {
  const price = priced?.recommended_price ?? info?.recommended_price;
  return typeof price === 'number' ? formatAmount(lessPercent(price, priced?.customer_discount ?? 0)) : '';
}

/** What this line may hold: what is free and what the order has booked already. */
const limitOf = (info: lines.LineInfo | undefined): number | null =>
  info?.available === null || info === undefined ? null : info.available + info.held;
