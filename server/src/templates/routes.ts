import type { Locale } from '@lanka/domain/kit/errors';
import * as contract from '@lanka/domain/templates/contract';
import * as info from '@lanka/domain/templates/main_info';
import { asDefault, type FieldRule, whyNotDefault } from '@lanka/domain/templates/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import { lockMainInfo, lowStockChanged, readMainInfo, saveMainInfo } from './main_info.store';
import * as store from './templates.store';

const { templateErrors: errors, MAX_FIELDS, MAX_KNOWN_FIELDS, isChoice } = contract;

async function lockField(tx: Tx, scope: ProjectScope, set: contract.TemplateSet, id: string): Promise<store.Field> {
  await store.lockTemplates(tx, scope);
  const field = await store.readField(tx, scope, set, id);
  if (!field) throw errors.not_found();
  return field;
}

/** The caller holds the lock. Answers the place of the new field. */
async function findPlace(tx: Tx, scope: ProjectScope, set: contract.TemplateSet, key: string): Promise<number> {
  if (await store.isKeyTaken(tx, scope, set, key)) {
    const { code, text } = errors.key_taken;
    throw errors.key_taken({ path: 'key', code, key, message: text[scope.locale] });
  }
  const { known, active, last } = await store.countFields(tx, scope, set);
  if (active >= MAX_FIELDS) throw errors.full({ limit: MAX_FIELDS });
  if (known >= MAX_KNOWN_FIELDS) throw errors.too_many_known({ limit: MAX_KNOWN_FIELDS });
  return last + 1;
}

/** Options of a choice, each once; other types have none. */
function optionsOf(type: contract.FieldType, given: readonly string[], locale: Locale): string[] {
  if (!isChoice(type)) return [];
  const { code, text } = errors.no_options;
  if (given.length === 0) throw errors.no_options({ path: 'options', code, message: text[locale] });
  return [...new Set(given)];
}

function defaultOf(rule: FieldRule, value: unknown, locale: Locale) {
  const reason = whyNotDefault(rule, value, locale);
  const { code } = errors.wrong_default;
  if (reason) throw errors.wrong_default({ path: 'default_value', code, reason, message: reason });
  return asDefault(rule, value);
}

/** Moves a field among the active ones of its set; one that is brought back stands last. */
async function moveField(tx: Tx, scope: ProjectScope, field: store.Field, position: number): Promise<void> {
  const fields = await store.readFields(tx, scope, [field.set]);
  const others = fields.filter(({ id, archived }) => !archived && id !== field.id).map(({ id }) => id);
  others.splice(Math.min(position, others.length), 0, field.id);
  await store.placeFields(tx, scope, others);
}

export const templateRoutes: Served[] = [
  serve(info.readMainInfo, ({ tx, scope }) => readMainInfo(tx, scope)),
  serve(info.updateMainInfo, async ({ tx, scope, app, body, if_match, changed }) => {
    await store.lockTemplates(tx, scope);
    if (body.low_stock !== undefined) await lockMainInfo(tx, scope);
    const known = await readMainInfo(tx, scope);
    await refuseStale(if_match, known.version, known);
    if (Object.keys(body).length === 0) return known;
    const saved = await saveMainInfo(tx, scope, body);
    if (saved.low_stock !== known.low_stock)
      for (const follow of app.hooks.all(lowStockChanged)) await follow(tx, scope, saved.low_stock);
    changed('template', scope.project.id);
    return saved;
  }),

  serve(contract.listTemplates, async ({ tx, scope }) =>
    wholePage((await store.readFields(tx, scope, contract.TEMPLATE_SETS)) as contract.TemplateField[]),
  ),
  serve(contract.listFields, async ({ tx, scope, params }) =>
    wholePage((await store.readFields(tx, scope, [params.set])) as contract.TemplateField[]),
  ),

  serve(contract.createField, async ({ tx, scope, params, body, locale, changed }) => {
    const { key, type, name, required = false, show_in_list = false, on_papers = false, in_feeds = false } = body;
    const options = optionsOf(type, body.options ?? [], locale);
    const default_value = defaultOf(
      { key, type, name, required, options, archived: false },
      body.default_value,
      locale,
    );
    await store.lockTemplates(tx, scope);
    const position = await findPlace(tx, scope, params.set, key);
    const made = await store.insertField(tx, scope, {
      ...{ set: params.set, key, type, name, required, options, default_value },
      ...{ show_in_list, on_papers, in_feeds, position },
    });
    changed('template', made.id);
    return made as contract.TemplateField;
  }),

  serve(contract.updateField, async ({ tx, scope, params, body, if_match, locale, changed }) => {
    const field = await lockField(tx, scope, params.set, params.id);
    await refuseStale(if_match, field.version, field);
    const { key, type, position, archived, options, default_value, ...plain } = body;
    const fixed =
      key !== undefined && key !== field.key ? 'key' : type !== undefined && type !== field.type ? 'type' : null;
    if (fixed) {
      const { code, text } = errors.key_fixed;
      throw errors.key_fixed({ path: fixed, code, message: text[locale] });
    }
    const given = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
    const next = { ...field, ...given, options: options ? optionsOf(field.type, options, locale) : field.options };
    // an option that goes takes its default with it only when somebody says so
    if (options !== undefined || default_value !== undefined)
      next.default_value = defaultOf(next, default_value === undefined ? field.default_value : default_value, locale);
    const restored = archived === false && field.archived;
    if (restored && (await store.countFields(tx, scope, field.set)).active >= MAX_FIELDS)
      throw errors.full({ limit: MAX_FIELDS });
    await store.saveField(tx, scope, field, {
      ...given,
      ...(options ? { options: next.options } : {}),
      default_value: next.default_value,
      ...(archived === undefined ? {} : { archived }),
    });
    const isActive = archived === undefined ? !field.archived : !archived;
    if (isActive && (position !== undefined || restored))
      await moveField(tx, scope, field, position ?? MAX_KNOWN_FIELDS);
    changed('template', field.id);
    return (await store.readField(tx, scope, field.set, field.id)) as contract.TemplateField;
  }),

  serve(contract.archiveField, async ({ tx, scope, params, changed }) => {
    const field = await lockField(tx, scope, params.set, params.id);
    if (!field.archived) await store.saveField(tx, scope, field, { archived: true });
    changed('template', field.id);
  }),

  serve(contract.duplicateField, async ({ tx, scope, params, body, changed }) => {
    const {
      id: _,
      version: __,
      updated_at: ___,
      archived: ____,
      ...like
    } = await lockField(tx, scope, params.set, params.id);
    const position = await findPlace(tx, scope, params.set, body.key);
    const made = await store.insertField(tx, scope, { ...like, key: body.key, position });
    // beside the one that it is like
    await moveField(tx, scope, made, like.position + 1);
    changed('template', made.id);
    return (await store.readField(tx, scope, params.set, made.id)) as contract.TemplateField;
  }),
];
