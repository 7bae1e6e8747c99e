/** What the asker is told of the stock of goods, in words: a number, «багато», whether there is any, or nothing. */
import type { Told } from '@lanka/domain/kit/availability';
import { Text } from '@mantine/core';
import { formatCount } from '../format';
import { texts, useLocale, useText } from '../text';
import { Unit, withUnit } from './values';

const text = texts({
  ua: {
    available: (n: string) => `доступно ${n}`,
    words: {
      in_stock: 'є в наявності',
      many: 'багато',
      out_of_stock: 'немає в наявності',
      unlimited: 'без обмеження кількості',
      hidden: 'уточнюйте в постачальника',
    },
    short: { in_stock: 'є', many: 'багато', out_of_stock: 'немає', unlimited: 'без обмежень', hidden: '–' },
  },
  en: {
    available: (n) => `${n} available`,
    words: {
      in_stock: 'in stock',
      many: 'many in stock',
      out_of_stock: 'out of stock',
      unlimited: 'as many as needed',
      hidden: 'ask the supplier',
    },
    short: { in_stock: 'yes', many: 'many', out_of_stock: 'no', unlimited: 'no limit', hidden: '–' },
  },
});

/** For a line of text: `доступно 12 м`, `багато`. */
export function useStockWords(): (told: Told & { readonly unit?: string }) => string {
  const t = useText(text);
  const { locale } = useLocale();
  return ({ available, availability, unit }) =>
    available === null ? t.words[availability] : t.available(withUnit(formatCount(available), unit, locale));
}

export const isOut = ({ availability }: Told): boolean => availability === 'out_of_stock';

/** For a cell of a table. None is what needs somebody: it is said in colour and in bold. */
export function Stock({ told, unit }: { told: Told; unit?: string }) {
  const t = useText(text);
  const { available, availability } = told;
  return (
    <Text span inherit className="figures" {...(isOut(told) ? { c: 'var(--text-negative)', fw: 600 } : {})}>
      {available === null ? t.short[availability] : formatCount(available)}
      {available !== null && unit && <Unit of={unit} />}
    </Text>
  );
}
