import type { VariantRecord } from '@lanka/domain/catalog/contract';
import type { FurtherPrice } from '@lanka/domain/price_levels/rules';
import type { TurnoverFlow, TurnoverType } from '@lanka/domain/turnover/contract';
import { amountOf, hasPrices } from '@lanka/domain/turnover/rules';
import { ActionIcon, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { type Goods, GoodsName, goodsOf, titleOf, VariantFinder } from '../catalog';
import { LineTable } from '../kit/display/LineTable';
import { Money } from '../kit/display/values';
import { MoneyInput, QuantityInput } from '../kit/form/inputs';
import type { FieldBinding } from '../kit/form/useEntityForm';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { useCounterparty } from '../partners';
import { proposalOf } from './form';
import { piecesOf } from './parts';
import { text } from './text';

/** A line as it is typed; what is not typed yet is null. */
export interface Line {
  product_variant_id: string;
  count: number | null;
  transaction_item_price: number | null;
  sale_price: number | null;
}

export interface Known extends Goods {
  /** For what it is sold. */
  price: number | null;
  /** Its further prices, by levels and counts. */
  prices?: readonly FurtherPrice[];
  /** Null of goods whose stock is not counted. */
  available?: number | null;
}

export const knownOf = (variant: VariantRecord): Known => ({
  ...goodsOf(variant),
  price: variant.price,
  prices: variant.prices,
  available: variant.available,
});

type LineErrors = Readonly<Record<string, Readonly<Record<string, { message?: string } | undefined>> | undefined>>;

/** Held by the page: the field goes and comes with its step. */
export interface Names {
  readonly known: Readonly<Record<string, Known>>;
  learn(variant_id: string, known: Known): void;
  /** By whose price level sales were proposed last; undefined before any. */
  readonly level: RefObject<string | null | undefined>;
}

export function useNames(start: Readonly<Record<string, Known>> = {}): Names {
  const [known, setKnown] = useState(start);
  const level = useRef<string | null | undefined>(undefined);
  return { known, level, learn: (variant_id, one) => setKnown((before) => ({ ...before, [variant_id]: one })) };
}

interface ItemsProps extends FieldBinding {
  flow: TurnoverFlow;
  type: TurnoverType;
  /** How lines are shown, by their variants. */
  names: Names;
  /** What keeps the step from going on, by the path of its field. */
  missing?: Readonly<Record<string, string>> | null;
}

/** The lines of a document: found or scanned, with counts and prices. */
export function ItemsField({ name, control, flow, type, names, missing }: ItemsProps) {
  const t = useText(text);
  const { field, fieldState } = useController({ name, control });
  const lines = field.value as Line[];
  const errors = (fieldState.error ?? {}) as unknown as LineErrors;
  const ownError = missing?.items ?? (fieldState.error as { message?: string } | undefined)?.message;
  const level = useBuyersLevel(type, control);
  const proposed = (known: Known | undefined, count: number | null) => proposalOf(type, known, count, level ?? null);
  useEffect(() => {
    const before = names.level.current;
    if (type !== 'sale' || level === undefined || before === level) return;
    names.level.current = level;
    if (before === undefined) return;
    // another buyer: what was proposed to the one before is proposed anew, what somebody typed stays
    field.onChange(
      lines.map((line) => {
        const known = names.known[line.product_variant_id];
        if (line.transaction_item_price !== proposalOf(type, known, line.count, before)) return line;
        return { ...line, transaction_item_price: proposalOf(type, known, line.count, level) };
      }),
    );
  }, [type, level, names, lines, field.onChange]);
  const change = (at: number, part: Partial<Line>) =>
    field.onChange(
      lines.map((line, i) => {
        if (i !== at) return line;
        const after = { ...line, ...part };
        const known = names.known[line.product_variant_id];
        // what was proposed goes with the count; what somebody typed stays
        const isProposed = part.count !== undefined && line.transaction_item_price === proposed(known, line.count);
        return isProposed ? { ...after, transaction_item_price: proposed(known, after.count) } : after;
      }),
    );
  const add = (variant: VariantRecord, byCode: boolean) => {
    names.learn(variant.id, knownOf(variant));
    const at = lines.findIndex(({ product_variant_id }) => product_variant_id === variant.id);
    // a code that is scanned again is one piece more
    if (at >= 0) return byCode ? change(at, { count: (lines[at]?.count || 0) + 1 }) : undefined;
    const sold = hasPrices(type) && type !== 'purchase' ? proposed(knownOf(variant), 1) : null;
    const sale_price = type === 'purchase' ? variant.price : null;
    field.onChange([...lines, { product_variant_id: variant.id, count: 1, transaction_item_price: sold, sale_price }]);
  };
  const priced = hasPrices(type);
  const total = lines.reduce((sum, line) => sum + amountOf({ ...line, count: line.count || 0 }), 0);
  return (
    <Stack gap="sm">
      <VariantFinder isChosen={(id) => lines.some(({ product_variant_id }) => product_variant_id === id)} add={add} />
      {lines.length === 0 ? (
        <Text px="md" pb="md" {...(ownError ? { c: 'var(--text-negative)', role: 'alert' } : { c: 'dimmed' })}>
          {ownError ?? t.noItems}
        </Text>
      ) : (
        <>
          <LineTable>
            <thead>
              <tr>
                <th scope="col">{t.product}</th>
                <th scope="col">{t.count}</th>
                {priced && <th scope="col">{type === 'purchase' ? t.purchasePrice : t.price}</th>}
                {type === 'purchase' && <th scope="col">{t.salePrice}</th>}
                {priced && (
                  <th scope="col" className="cell-right">
                    {t.amount}
                  </th>
                )}
                <td />
              </tr>
            </thead>
            <tbody>
              {lines.map((line, i) => (
                <LineRow
                  key={line.product_variant_id}
                  line={line}
                  type={type}
                  isOutcome={flow === 'outcome'}
                  known={names.known[line.product_variant_id]}
                  error={(part) => missing?.[`items.${i}.${part}`] ?? errors[i]?.[part]?.message}
                  onBlur={field.onBlur}
                  change={(part) => change(i, part)}
                  remove={() => field.onChange(lines.filter((_, at) => at !== i))}
                />
              ))}
            </tbody>
          </LineTable>
          {ownError && (
            <Text px="md" c="var(--text-negative)" role="alert">
              {ownError}
            </Text>
          )}
          <Group justify="flex-end" gap="lg" px="md" pb="md" role="status">
            <Text c="dimmed">{`${t.total}: ${t.pieces(piecesOf(lines))}`}</Text>
            {priced && (
              <Text fw={600} component="div">
                <Money kopecks={total} />
              </Text>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}

/**
 * The price level of the buyer that is chosen; undefined while it is not known. Whoever may not read counterparties is
 * proposed the price itself.
 */
function useBuyersLevel(type: TurnoverType, control: FieldBinding['control']): string | null | undefined {
  const project_id = useProjectId();
  const { can } = useSession();
  const party: unknown = useWatch({ control, name: 'counterparty_id' });
  const isRead = type === 'sale' && typeof party === 'string' && party !== '' && can('counterparties.read');
  const buyer = useCounterparty(project_id, isRead ? party : null).data;
  return isRead ? buyer?.price_level_id : null;
}

interface LineRowProps {
  line: Line;
  type: TurnoverType;
  isOutcome: boolean;
  known: Known | undefined;
  error: (part: keyof Line) => string | undefined;
  onBlur: () => void;
  change: (part: Partial<Line>) => void;
  remove: () => void;
}

function LineRow({ line, type, isOutcome, known, error, onBlur, change, remove }: LineRowProps) {
  const t = useText(text);
  const title = known ? titleOf(known) : '…';
  const available = known?.available;
  return (
    <tr>
      <td className="line-name">
        {known ? (
          <GoodsName
            item={known}
            {...(isOutcome && typeof available === 'number' ? { under: t.onShelf(available) } : {})}
          />
        ) : (
          title
        )}
      </td>
      <td>
        <span className="line-label">{t.count}</span>
        <QuantityInput
          className="line-count"
          aria-label={t.countOf(title)}
          min={1}
          value={line.count}
          onChange={(count) => change({ count })}
          onBlur={onBlur}
          error={error('count') ?? error('product_variant_id')}
        />
      </td>
      {hasPrices(type) && (
        <td>
          <span className="line-label">{type === 'purchase' ? t.purchasePrice : t.price}</span>
          <MoneyInput
            className="line-price"
            aria-label={t.priceOf(title)}
            value={line.transaction_item_price}
            onChange={(price) => change({ transaction_item_price: price })}
            onBlur={onBlur}
            error={error('transaction_item_price')}
          />
        </td>
      )}
      {type === 'purchase' && (
        <td>
          <span className="line-label">{t.salePrice}</span>
          <MoneyInput
            className="line-price"
            aria-label={t.salePriceOf(title)}
            value={line.sale_price}
            onChange={(price) => change({ sale_price: price })}
            onBlur={onBlur}
            error={error('sale_price')}
          />
        </td>
      )}
      {hasPrices(type) && (
        <td className="cell-right nowrap">
          <span className="line-label">{t.amount}</span>
          <Money kopecks={amountOf({ ...line, count: line.count || 0 }) || 0} />
        </td>
      )}
      <td className="cell-right">
        <span className="line-label" />
        <Tooltip label={t.remove}>
          <ActionIcon variant="subtle" color="gray" size={36} onClick={remove} aria-label={t.removeItem(title)}>
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  );
}
