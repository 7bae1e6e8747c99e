import { readingsOf } from '@lanka/domain/kit/barcode';
import { DomainError } from '@lanka/domain/kit/errors';
import { type CountInput, stocktakeErrors } from '@lanka/domain/stocktakes/contract';
import { applyCount, type Counted, figuresChange, onTheWay, SOON_MS, shelfThen } from '@lanka/domain/stocktakes/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { lockLevels } from '../stock';
import * as store from './lines.store';
import { readSetAside } from './set-aside';
import { readSince } from './since.store';
import { lockStocktake } from './stocktakes.store';

/** What became of one entry: the line it counted, or why it did not. */
export interface Outcome {
  readonly id: string;
  readonly variant: string | null;
  readonly refused: DomainError | null;
  /** Several goods have its code. */
  readonly choices?: readonly { readonly product_variant_id: string; readonly name: string }[];
}

/**
 * Counts, in the order given. Everybody who counts the same goods waits for their level, as who sells them does: what the
 * books say then is what the count is compared with, less what happened since it was counted, where it comes late over a
 * bad network. An entry that was made before is not made again.
 */
export async function addCounts(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { counts: given, sent_at }: { readonly counts: readonly CountInput[]; readonly sent_at?: string | undefined },
): Promise<Outcome[]> {
  // a call that hung on a bad line was counted before it came
  const delay = onTheWay(sent_at, Date.now());
  const entries = given.map((entry) => ({ ...entry, age_ms: entry.age_ms + delay }));
  const stocktake = await lockStocktake(tx, scope, id, 'share');
  if (!stocktake) throw stocktakeErrors.not_found();
  if (stocktake.status !== 'open') throw stocktakeErrors[stocktake.status]();
  const { found, choices } = await findVariants(tx, scope, entries);
  const variants = [...new Set(found.values())].flatMap((one) => (typeof one === 'string' ? [one] : []));
  const levels = await lockLevels(tx, scope, variants);
  const before = await store.madeBefore(
    tx,
    scope,
    entries.map((entry) => entry.id),
  );
  const known = new Map(
    (await store.readKnown(tx, scope, stocktake, levels, variants)).map((one) => [one.product_variant_id, one]),
  );
  const strangers = variants.filter((variant) => !known.has(variant));
  const names = strangers.length > 0 ? await store.namesOf(tx, scope, strangers) : new Map<string, string>();
  const missing = entries.flatMap(({ product_variant_id: variant }, index) =>
    variant && !known.has(variant) && !names.has(variant)
      ? [{ path: `counts.${index}.product_variant_id`, product_variant_id: variant }]
      : [],
  );
  if (missing.length > 0) throw stocktakeErrors.unknown_variant(...missing);
  // nothing is counted before the opening
  const open_ms = Math.max(1, Date.now() - new Date(stocktake.created_at).getTime());
  const moments = entries.flatMap(({ id: entry, age_ms }) => {
    const variant = found.get(entry);
    const isNew = typeof variant === 'string' && known.has(variant) && !before.has(entry);
    return isNew
      ? [{ id: entry, product_variant_id: variant, age_ms: age_ms > SOON_MS ? Math.min(age_ms, open_ms) : 0 }]
      : [];
  });
  const since = await readSince(
    tx,
    scope,
    stocktake,
    levels,
    moments.filter(({ age_ms }) => age_ms > 0),
  );
  const aside = await readSetAside(tx, app, scope, levels, moments);
  const lines = new Map<string, Counted | null>();
  const ages = new Map<string, number>();
  const counts: store.NewCount[] = [];
  const outcomes = entries.map((entry): Outcome => {
    const done = before.get(entry.id);
    if (done !== undefined) return { id: entry.id, variant: done, refused: null };
    const variant = found.get(entry.id);
    if (variant === undefined || typeof variant !== 'string')
      return {
        id: entry.id,
        variant: null,
        refused: variant ?? stocktakeErrors.unknown_code({ code: entry.code ?? '' }),
        ...(choices.has(entry.id) ? { choices: choices.get(entry.id) ?? [] } : {}),
      };
    const line = known.get(variant);
    if (!line)
      return { id: entry.id, variant: null, refused: stocktakeErrors.not_in_it({ name: names.get(variant) ?? '–' }) };
    try {
      const now = lines.has(variant) ? (lines.get(variant) ?? null) : line.line;
      const happened = since.get(entry.id);
      const shelf = happened ? shelfThen(line.shelf, happened) : line.shelf;
      const { count: set_aside = 0, near = false } = aside.get(entry.id) ?? {};
      const unsure = shelf.unsure === true || near;
      const after = applyCount(now, { ...shelf, set_aside, unsure }, entry);
      lines.set(variant, after);
      ages.set(variant, entry.age_ms);
      const { mode, count } = entry;
      counts.push({ id: entry.id, product_variant_id: variant, mode, count, counted: after?.counted ?? null });
      before.set(entry.id, variant);
      return { id: entry.id, variant, refused: null };
    } catch (error) {
      if (error instanceof DomainError) return { id: entry.id, variant, refused: error };
      throw error;
    }
  });
  const change = figuresChange(
    [...lines].map(([variant, after]) => ({ before: known.get(variant)?.line ?? null, after })),
  );
  if (counts.length > 0) await store.writeCounts(tx, scope, stocktake, levels, lines, ages, counts, change);
  return outcomes;
}

interface FoundGoods {
  /** By the id of the entry: the modification, or why its code names none. */
  readonly found: ReadonlyMap<string, string | DomainError>;
  /** By the id of the entry: what an ambiguous code may mean. */
  readonly choices: ReadonlyMap<string, { readonly product_variant_id: string; readonly name: string }[]>;
}

async function findVariants(tx: Tx, scope: ProjectScope, entries: readonly CountInput[]): Promise<FoundGoods> {
  const several = new Map<string, readonly store.Coded[]>();
  const goods = await store.variantsOfCodes(
    tx,
    scope,
    entries.flatMap(({ code }) => (code === undefined ? [] : readingsOf(code).flat())),
  );
  const namedBy = (codes: readonly string[]): readonly store.Coded[] => {
    const by = (of: (one: store.Coded) => string | null) => goods.filter((one) => codes.includes(of(one) ?? ''));
    const keys = codes.map((one) => one.toLowerCase());
    const ways = [by((one) => one.code), by((one) => one.internal_code)];
    return ways.find((found) => found.length > 0) ?? goods.filter(({ sku_key }) => keys.includes(sku_key));
  };
  const found = new Map(
    entries.map(({ id, product_variant_id, code = '' }): [string, string | DomainError] => {
      if (product_variant_id !== undefined) return [id, product_variant_id];
      const named =
        readingsOf(code)
          .map(namedBy)
          .find((found) => found.length > 0) ?? [];
      const [first, second] = named;
      if (!first) return [id, stocktakeErrors.unknown_code({ code })];
      if (second) several.set(id, named);
      return [id, second ? stocktakeErrors.ambiguous_code({ code }) : first.id];
    }),
  );
  const meant = [...several.values()].flatMap((some) => some.map(({ id }) => id));
  const names = meant.length > 0 ? await store.namesOf(tx, scope, meant) : new Map<string, string>();
  const choices = new Map(
    [...several].map(([entry, some]) => [
      entry,
      some.map(({ id }) => ({ product_variant_id: id, name: names.get(id) ?? '–' })),
    ]),
  );
  return { found, choices };
}
