import { z } from 'zod';
import { fieldRef, isInTables } from '../feeds/fields';
import type { StoredValue, StoredValues, TemplateField } from '../templates/fields';
import { printedValue } from '../templates/rules';
import type { FeedField, FeedLanguage, FeedValue, FieldValue } from './goods';
import type { Mapped } from './markets';

/** Additional fields that one feed takes. */
export const MAX_FEED_FIELDS = 30;

/** `product.fabric`, `product_modification.girth`: a field of the templates. */
export const FeedFieldRef = z.string().regex(/^product(_modification)?\.[a-z][a-z0-9_]{0,39}$/);

type Told = Pick<TemplateField, 'set' | 'key' | 'name' | 'type' | 'archived' | 'in_feeds'>;

/** A project tells of its own goods what it likes; a dropshipper what the supplier lets out. */
export const mayTell = (field: Told, isOwn: boolean): boolean => isInTables(field) && (isOwn || field.in_feeds);

/** The chosen fields that may be told, in the order in which they were chosen. */
export function chosenFields<F extends Told>(refs: readonly string[], known: readonly F[], isOwn: boolean): F[] {
  const byRef = new Map(known.filter((field) => mayTell(field, isOwn)).map((field) => [fieldRef(field), field]));
  return [...new Set(refs)].flatMap((ref) => byRef.get(ref) ?? []);
}

function said(type: TemplateField['type'], value: StoredValue, language: FeedLanguage): string {
  if (typeof value === 'boolean' && language === 'ru') return value ? 'да' : 'нет';
  return printedValue(type, value, language === 'en' ? 'en' : 'ua')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What a mapping knows a value by: the same in feeds of all languages, each of several choices for itself. */
export const mappedBy = (type: TemplateField['type'], value: StoredValue): string => said(type, value, 'ua');

/** A value as the feed tells it: by the names of the marketplace, where they are known. */
function toldValue(
  { name, type }: Pick<Told, 'name' | 'type'>,
  value: StoredValue,
  language: FeedLanguage,
  mapped: Mapped,
): Omit<FeedValue, 'option'> {
  const parts = (Array.isArray(value) ? value : [value]) as readonly StoredValue[];
  const told = parts.map((part) => {
    const key = mappedBy(type, part);
    const own = mapped.value({ option: name, value: key });
    return own.value === key ? { ...own, value: said(type, part, language) } : own;
  });
  const [only] = told;
  const text = told.map((one) => one.value).join(', ');
  const { option_id } = mapped.value({ option: name, value: '' });
  return {
    value: text,
    ...(option_id ? { option_id } : {}),
    ...(told.length === 1 && only?.value_id ? { value_id: only.value_id } : {}),
  };
}

/** How a field is called in this feed. */
export const namedField = ({ set, key, name }: Told, mapped: Mapped): FeedField => ({
  ...{ set: set as FeedField['set'], key },
  name: mapped.value({ option: name, value: '' }).option,
});

/**
 * Values of the fields of one set. A name that an option of the goods has already is the option's: two parameters of one
 * name with two values would say nothing.
 */
export function toldFields(
  fields: readonly Told[],
  set: FeedField['set'],
  values: StoredValues | undefined,
  { language, mapped, taken }: { language: FeedLanguage; mapped: Mapped; taken: ReadonlySet<string> },
): FieldValue[] {
  const names = new Set(taken);
  return fields.flatMap((field) => {
    const value = values?.[field.key];
    if (field.set !== set || value === undefined) return [];
    const { name: option } = namedField(field, mapped);
    const told = toldValue(field, value, language, mapped);
    if (told.value === '' || names.has(option.toLowerCase())) return [];
    names.add(option.toLowerCase());
    return [{ set, key: field.key, option, ...told }];
  });
}
