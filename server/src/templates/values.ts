import { fileErrors } from '@lanka/domain/files/contract';
import { common } from '@lanka/domain/kit/errors';
import { fieldMessages } from '@lanka/domain/kit/field-messages';
import { unknownFieldText } from '@lanka/domain/kit/messages';
import {
  type FieldValue,
  type FieldValues,
  isFilterable,
  type StoredValue,
  type StoredValues,
  type TemplateSet,
} from '@lanka/domain/templates/fields';
import { checkFields, type FieldsCheck, parseFilter, SentFile } from '@lanka/domain/templates/rules';
import { useUpload } from '../files';
import type { ActingIn, ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Read } from '../kit/db/one-statement';
import type { Services } from '../kit/services';
import {
  type Field,
  fieldsRead,
  hasValue,
  readFields,
  readFieldsCalled,
  valuesCalled,
  valueTerm,
} from './templates.store';

/** The fields of some sets, as they are when an entity is written. */
export type Templates = Readonly<Partial<Record<TemplateSet, readonly Field[]>>>;

export async function readTemplates(
  tx: Tx,
  scope: Pick<ActingIn, 'project'>,
  sets: readonly TemplateSet[],
): Promise<Templates> {
  return bySet(sets, await readFields(tx, scope, sets));
}

const bySet = (sets: readonly TemplateSet[], fields: readonly Field[]): Templates =>
  Object.fromEntries(sets.map((set) => [set, fields.filter((field) => field.set === set)]));

/** The same beside other reads in one statement. */
export function templatesOf(scope: Pick<ProjectScope, 'project'>, sets: readonly TemplateSet[]): Read<Templates> {
  const { select, answer } = fieldsRead(scope, sets);
  return { select, answer: (rows) => bySet(sets, answer(rows)) };
}

type Given = Readonly<Record<string, unknown>>;
type Files = Pick<Services, 'storage' | 'jobs' | 'hooks'>;

/**
 * Takes over what was uploaded for fields that hold a file: the name of an upload becomes the file itself. Everything
 * else stays as it was sent, to be checked by `withFields`.
 * @throws files.not_found when the asker has no such upload
 */
export async function takeFiles(
  app: Files,
  tx: Tx,
  scope: ProjectScope,
  fields: readonly Field[] | undefined,
  given: Given | undefined,
  path = 'fields',
): Promise<Given | undefined> {
  if (!given) return given;
  const taken: Record<string, unknown> = { ...given };
  for (const { key, type } of fields ?? []) {
    const sent = given[key];
    if (type !== 'file' || typeof sent !== 'string' || sent === '') continue;
    const kept = await useUpload(app, tx, scope, sent);
    if (!kept) throw fileErrors.not_found({ path: `${path}.${key}`, code: 'not_found' });
    taken[key] = new SentFile(kept.file_name, kept.original_name);
  }
  return taken;
}

/**
 * The values after a change, checked by the rules.
 * @throws common.invalid with each field that is wrong
 */
export function withFields(
  fields: readonly Field[] | undefined,
  given: Given | undefined,
  check: FieldsCheck,
): StoredValues {
  const { values, problems } = checkFields(fields ?? [], given ?? {}, check);
  if (problems.length > 0) throw common.invalid(...problems.slice(0, 100));
  return values;
}

/** As they are shown: files with links that are good for an hour. */
export async function showFields({ storage }: Pick<Services, 'storage'>, values: StoredValues): Promise<FieldValues> {
  const entries = Object.entries(values).map(async ([key, value]): Promise<[string, FieldValue]> => {
    if (typeof value !== 'object' || !('file_name' in value)) return [key, value as FieldValue];
    return [key, { ...value, url: await storage.presignGet(value.file_name) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Texts and links are looked for by a part of them. */
const wordsOf = (set: TemplateSet, { key, type }: Field, value: StoredValue): string[] =>
  type === 'text' || type === 'link'
    ? String(value).toLowerCase().split(/\s+/).filter(Boolean)
    : [valueTerm(set, key, value)];

interface AskedOfList {
  readonly with_fields?: readonly string[] | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

export interface ListedFields {
  /** What the rows show, as SQL; null when nobody asked, so that the column is not read. */
  readonly shown: ReturnType<typeof valuesCalled> | null;
  readonly conditions: readonly ReturnType<typeof hasValue>[];
  /** By what the index of words finds what may fit: the words of texts, and whole values. */
  readonly words: readonly string[];
}

const NOTHING: ListedFields = { shown: null, conditions: [], words: [] };

/**
 * What a list was asked of the fields of a set; nothing is read when it was asked nothing. `column` holds the values.
 * @throws common.invalid for a key that is no field, and a value that the field cannot have
 */
export async function readListedFields(
  tx: Tx,
  scope: ProjectScope,
  set: TemplateSet,
  { with_fields, fields: filters }: AskedOfList,
  column: Parameters<typeof hasValue>[0],
): Promise<ListedFields> {
  const asked = Object.entries(filters ?? {});
  if (!with_fields && asked.length === 0) return NOTHING;
  const keys = [...new Set([...(with_fields ?? []), ...asked.map(([key]) => key)])];
  const known = new Map((await readFieldsCalled(tx, scope, set, keys)).map((field) => [field.key, field]));
  const others = known.size < keys.length ? await readFields(tx, scope, [set]) : [];
  const complain = (path: string, code: string, message: string) => common.invalid({ path, code, message });
  const unknown = (path: string, key: string) =>
    complain(
      path,
      'unknown_field',
      unknownFieldText(
        key,
        others.map((field) => field.key),
        scope.locale,
      ),
    );
  for (const key of with_fields ?? []) if (!known.has(key)) throw unknown('with_fields', key);
  const found = asked.map(([key, typed]) => {
    const field = known.get(key);
    if (!field) throw unknown(`fields.${key}`, key);
    const value = isFilterable(field.type) ? parseFilter(field, typed) : undefined;
    if (value === undefined)
      throw complain(`fields.${key}`, 'templates.filter', fieldMessages['templates.filter']?.[scope.locale] ?? '');
    return { field, value };
  });
  return {
    shown: with_fields ? valuesCalled(column, with_fields) : null,
    conditions: found.map(({ field, value }) => hasValue(column, field, value)),
    words: found.flatMap(({ field, value }) => wordsOf(set, field, value)),
  };
}
