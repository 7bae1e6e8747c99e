import { z } from 'zod';
import { fieldMessage } from '../kit/field-messages';
import { Id, Instant, requiredText, text, Version } from '../kit/ids';
import { commaList } from '../kit/lists';

/** What additional fields may stand on (specification §3, Custom field template). */
export const TEMPLATE_SETS = ['product', 'product_modification', 'order', 'order_item'] as const;
export const TemplateSet = z.enum(TEMPLATE_SETS);
export type TemplateSet = z.infer<typeof TemplateSet>;

/** Active fields of one set. */
export const MAX_FIELDS = 100;
/** With the archived ones: their values are still shown. */
export const MAX_KNOWN_FIELDS = 300;
export const MAX_CHOICES = 200;
/** Letters of one choice. */
export const MAX_OPTION = 120;

export const FIELD_TYPES = [
  'text',
  'long_text',
  'number',
  'money',
  'date',
  'yes_no',
  'select',
  'multi_select',
  'link',
  'file',
] as const;
export const FieldType = z.enum(FIELD_TYPES);
export type FieldType = z.infer<typeof FieldType>;

/** Only these have options. */
export const isChoice = (type: FieldType): boolean => type === 'select' || type === 'multi_select';
/** Those that can be filtered by one value, and sorted out by it. */
export const isFilterable = (type: FieldType): boolean => type !== 'file' && type !== 'long_text';

/** A stored file: its key in the storage and the name that it was sent under. */
export const StoredFile = z.object({ file_name: z.string(), name: z.string() });
export type StoredFile = z.infer<typeof StoredFile>;

/** As it is stored: money in kopecks, a date as `YYYY-MM-DD`, a choice as its option. */
export type StoredValue = string | number | boolean | readonly string[] | StoredFile;
export type StoredValues = Readonly<Record<string, StoredValue>>;

/** As it is shown: a file with its link. */
export const FieldValue = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  StoredFile.extend({ url: z.string() }),
]);
export type FieldValue = z.infer<typeof FieldValue>;

/** `fields: { key: value }` of an entity. Fields without a value are not in it. */
export const FieldValues = z.record(z.string(), FieldValue);
export type FieldValues = z.infer<typeof FieldValues>;

/** What is sent: the fields that change. Null, an empty text or an empty list takes the value away. */
export const FieldsInput = z.record(z.string().max(60), z.unknown()).optional();
export type FieldsInput = z.infer<typeof FieldsInput>;

/**
 * Of a list: the fields that its rows show (`with_fields=fabric,girth`), and filters by values, one parameter for each
 * (`fields.fabric=льон`). Texts and links are filtered by a part of them, all else by the whole value.
 */
export const listedFields = {
  with_fields: commaList(z.string().max(60)),
  fields: z.record(z.string().max(60), z.string().max(500)).optional().describe('fields.KEY=value, one for each key'),
};

/** The wording of the specification, §5 and §8. */
const NAME = fieldMessage('templates.name', {
  ua: 'Неможливо створити або змінити поле: введіть назву',
  en: 'cannot create or change field, enter name',
});

export const FieldName = z.preprocess(
  (value) => (value === undefined || value === null ? '' : value),
  text(120).min(1, { error: NAME }),
);

/** Specification §5: in the form key_name. */
export const FieldKey = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, {
    error: fieldMessage('templates.key_format', {
      ua: 'Ключ має бути у вигляді key_name: до 40 малих латинських літер, цифр і підкреслень, перша – літера',
      en: 'the key must be in the form key_name: up to 40 small Latin letters, digits and underscores, a letter first',
    }),
  });

const shape = {
  name: FieldName,
  required: z.boolean(),
  options: z.array(requiredText(MAX_OPTION)).max(MAX_CHOICES),
  /** Stands in new entities until somebody gives another value; null for none. Files have none. */
  default_value: z.unknown(),
  show_in_list: z.boolean(),
  /** Printed on the papers of an order, where it has a value. */
  on_papers: z.boolean(),
  /** Of products and modifications: dropshippers may put it into their feeds, which anybody reads who has the address. */
  in_feeds: z.boolean(),
};

export const CreateFieldBody = z.object({
  name: shape.name,
  key: FieldKey,
  type: FieldType,
  required: shape.required.optional(),
  options: shape.options.optional(),
  default_value: shape.default_value.optional(),
  show_in_list: shape.show_in_list.optional(),
  on_papers: shape.on_papers.optional(),
  in_feeds: shape.in_feeds.optional(),
});
export type CreateFieldBody = z.infer<typeof CreateFieldBody>;

export const UpdateFieldBody = z.object({
  name: shape.name.optional(),
  /** Only as they are: neither changes once the field is saved. */
  key: z.string().max(60).optional(),
  type: FieldType.optional(),
  required: shape.required.optional(),
  options: shape.options.optional(),
  default_value: shape.default_value.optional(),
  show_in_list: shape.show_in_list.optional(),
  on_papers: shape.on_papers.optional(),
  in_feeds: shape.in_feeds.optional(),
  /** Its place among the active fields of the set, from 0. */
  position: z.int().min(0).max(MAX_KNOWN_FIELDS).optional(),
  archived: z.boolean().optional(),
});
export type UpdateFieldBody = z.infer<typeof UpdateFieldBody>;

export const TemplateField = z.object({
  id: Id,
  set: TemplateSet,
  key: z.string(),
  name: z.string(),
  type: FieldType,
  required: z.boolean(),
  options: z.array(z.string()),
  default_value: FieldValue.nullable(),
  show_in_list: z.boolean(),
  on_papers: z.boolean(),
  in_feeds: z.boolean(),
  position: z.int(),
  archived: z.boolean(),
  version: Version,
  updated_at: Instant,
});
export type TemplateField = z.infer<typeof TemplateField>;
