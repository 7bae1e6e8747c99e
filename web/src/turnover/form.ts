import type { Locale } from '@lanka/domain/kit/errors';
import { kyivDate } from '@lanka/domain/kit/time';
import { CreateTurnoverBody } from '@lanka/domain/turnover/contract';
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
