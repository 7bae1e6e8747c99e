import type { StoredValue, StoredValues, TemplateField, TemplateSet } from '../templates/fields';
import { printedValue } from '../templates/rules';

/** What the rules of labels need of a field. */
export type LabelField = Pick<TemplateField, 'set' | 'key' | 'name' | 'type' | 'options' | 'archived'> & {
  readonly default_value: StoredValue | null;
};

/** What stands on a label of the order that it is made from. */
export interface LabelOrder {
  /** With its prefix: `РФ-125`. */
  readonly number: string;
  readonly order: StoredValues;
  readonly order_item: StoredValues;
}

/** As the design of a label names a field: `order_item.embroidery`. */
export const fieldRef = ({ set, key }: Pick<TemplateField, 'set' | 'key'>): string => `${set}.${key}`;

/** A label says values in words: it takes no files, and nothing of fields that are archived. */
export const isForLabels = ({ archived, type }: Pick<TemplateField, 'archived' | 'type'>): boolean =>
  !archived && type !== 'file';

/** The fields that a design names, in its order; what is gone since is left out. */
export function chosenFields<F extends LabelField>(refs: readonly string[], fields: readonly F[]): F[] {
  const known = new Map(fields.filter(isForLabels).map((field) => [fieldRef(field), field]));
  return refs.flatMap((ref) => known.get(ref) ?? []);
}

/** `Тканина: льон · Обхват: 92`: those that have a value. What the label is not made from has no values. */
export function fieldWords(
  chosen: readonly LabelField[],
  values: Readonly<Partial<Record<TemplateSet, StoredValues>>>,
): string {
  const words = chosen.flatMap(({ set, key, name, type }) => {
    const value = values[set]?.[key];
    return value === undefined ? [] : [`${name}: ${printedValue(type, value, 'ua')}`];
  });
  return words.join(' · ');
}

export const orderWords = ({ number }: Pick<LabelOrder, 'number'>): string => `Замовлення №\u00a0${number}`;

const WORD = 'зразок';

function sampleValue({ type, options, default_value }: LabelField): StoredValue {
  if (default_value !== null) return default_value;
  switch (type) {
    case 'number':
      return 12;
    case 'money':
      return 12_500;
    case 'date':
      return '2026-12-24';
    case 'yes_no':
      return true;
    case 'link':
      return 'https://example.com';
    case 'select':
      return options[0] ?? WORD;
    case 'multi_select':
      return options.length > 0 ? options.slice(0, 2) : [WORD];
    default:
      return WORD;
  }
}

/** For the picture of a template, which is made from no order: what a label made from one would look like. */
export function sampleOrder(chosen: readonly LabelField[], prefix: string): LabelOrder {
  const of = (set: TemplateSet): StoredValues =>
    Object.fromEntries(chosen.filter((field) => field.set === set).map((field) => [field.key, sampleValue(field)]));
  return { number: `${prefix}1042`, order: of('order'), order_item: of('order_item') };
}
