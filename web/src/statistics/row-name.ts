import { OPERATOR_NAMES } from '@lanka/domain/orders/operators';
import { STATISTICS_GROUPS } from '@lanka/domain/statistics/rules';
import type { ListValues } from '../kit/list/list';
import { useLocale, useText } from '../kit/text';
import { text } from './text';

/** What the answer has beside the rows of a list. */
export interface Named {
  readonly name: string | null;
}

/** What the address narrows a list to, by the name that the server knows or by words of this page; null: to nothing. */
export function useRowName({ by, key = '', product_variant_id }: ListValues, name: string | null | undefined) {
  const t = useText(text);
  const { locale } = useLocale();
  if (product_variant_id) return name ?? null;
  const group = STATISTICS_GROUPS.find((one) => one === by);
  if (!group) return null;
  if (group === 'operator' && key) return OPERATOR_NAMES[key as keyof typeof OPERATOR_NAMES]?.[locale] ?? key;
  return key ? (name ?? null) : t.groupOf[group].none || null;
}
