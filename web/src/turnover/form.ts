import type { Locale } from '@lanka/domain/kit/errors';
import { kyivDate } from '@lanka/domain/kit/time';
import { choosePrice, type FurtherPrice } from '@lanka/domain/price_levels/rules';
import { CreateTurnoverBody, type TurnoverType } from '@lanka/domain/turnover/contract';
import { type Fields, refuseDocument } from '@lanka/domain/turnover/rules';

const today = (): string => kyivDate(new Date());

/** Empty inputs hold an empty text, which stands for nothing. */
type Raw = { [K in keyof Fields]?: Fields[K] | '' | undefined };

const filled = (raw: Raw): Fields => ({
  flow: raw.flow || 'income',
  type: raw.type || 'purchase',
  counterparty_id: raw.counterparty_id || null,
  date: raw.date || today(),
  in_stock: raw.in_stock !== false,
  reason: raw.reason || '',
  items: raw.items || [],
});

/**
 * What the form takes: the body of the contract, and the rules of posting unless it is kept as a draft. The same rules
 * decide on the server.
 */
export const documentSchema = (isDraft: () => boolean, locale: Locale) =>
  CreateTurnoverBody.omit({ draft: true })
    .required({ date: true })
    .superRefine((values, context) => {
      const refused = refuseDocument(filled(values), { draft: isDraft(), today: today() });
      for (const { path } of refused?.details ?? [])
        context.addIssue({
          code: 'custom',
          path: String(path)
            .split('.')
            .map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
          message: refused?.message_in(locale) ?? '',
        });
    });

interface Sold {
  readonly price: number | null;
  /** Further prices, by levels and counts. */
  readonly prices?: readonly FurtherPrice[];
}

/** What a piece is proposed for: of a sale by the buyer's price level and the count, of a return at its price. */
export function proposalOf(
  type: TurnoverType,
  goods: Sold | undefined,
  count: number | null,
  level: string | null,
): number | null {
  if (!goods || goods.price === null || type === 'purchase' || type === 'write_off') return null;
  if (type !== 'sale') return goods.price;
  return choosePrice({ price: goods.price, prices: goods.prices ?? [] }, level, count || 1).price;
}
