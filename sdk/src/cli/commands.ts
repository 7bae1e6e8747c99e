import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { followChanges } from '../changes.js';
import { connect, type Lanka } from '../client.js';
import { isLankaError } from '../errors.js';
import type { Operation, Shape } from '../operation.js';
import { listChanges, listMyChanges, type ReadCurrentKey, readCurrentKey } from '../operations.js';
import { addressOf, type Config, forgetConfig, readConfig, saveConfig } from './config.js';
import { LIST_NAMES, LISTS, type ListName, MONEY } from './lists.js';
import { Refusal } from './refusal.js';
import { csv, plain, table } from './tables.js';
import type { Language, Texts } from './texts.js';

/** What a command stands in. */
export interface Place {
  readonly t: Texts;
  readonly language: Language;
  /** Where the sign-in is kept. */
  readonly file: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
  readonly signal: AbortSignal;
  /** For programs, and for people beside it. */
  out(text: string): void;
  tell(text: string): void;
  /** The key, from the environment, the input or a question. */
  askKey(): Promise<string>;
}

const text = ({ values }: Place, name: string): string | undefined =>
  typeof values[name] === 'string' ? (values[name] as string) : undefined;

const open = ({ language }: Place, { url, key, project }: Config): Lanka =>
  connect({ url, key, language, ...(project ? { project } : {}) });

const ownerOf = ({ t }: Place, { owner }: ReadCurrentKey['answer']): string =>
  owner.kind === 'project' ? t.project(plain(owner.name)) : t.dropshipper(plain(owner.name));

/** A key is kept once it was taken: whose it is, it says itself. */
async function signIn(place: Place): Promise<void> {
  const url = addressOf(text(place, 'url'));
  const key = (await place.askKey()).trim();
  if (!key) throw new Refusal((t) => t.noKey);
  if (!/^lanka_\S+$/.test(key)) throw new Refusal((t) => t.badKey);
  const known = await open(place, { url, key, project: null }).call(readCurrentKey);
  const project = known.owner.kind === 'project' ? known.owner.friendly_id : null;
  saveConfig(place.file, { url, key, project });
  place.tell(place.t.signedIn(plain(known.name), ownerOf(place, known)));
}

async function whoami(place: Place): Promise<void> {
  const { t, values, out } = place;
  const known = await open(place, readConfig(place.file)).call(readCurrentKey);
  if (values.json) return out(JSON.stringify(known));
  const { allowed, use, resets_on } = known.limits;
  out(`${t.key}: ${plain(known.name)}`);
  out(`${t.owner}: ${ownerOf(place, known)}`);
  out(`${t.scopes}: ${known.scopes.join(', ')}`);
  if (known.last_day) out(`${t.lastDay}: ${known.last_day}`);
  if (allowed) {
    const used = [t.requests(`${use.requests}`, `${allowed.requests}`), t.bytes(`${use.bytes}`, `${allowed.bytes}`)];
    out(`${t.used}: ${used.join(', ')}. ${t.resets(resets_on)}`);
  }
}

/** What is asked for, and the call of this key's side. */
function wanted(place: Place, config: Config) {
  const [name] = place.words;
  if (!name) throw new Refusal((t) => t.needsWhat, 'wrong');
  const side = config.project ? 'project' : 'mine';
  const known = LIST_NAMES.filter((one) => LISTS[one][side]);
  const found = Object.hasOwn(LISTS, name) ? LISTS[name as ListName] : undefined;
  const operation = found?.[side];
  if (!found || !operation) throw new Refusal((t) => t.unknownWhat(name, known.join(', ')), 'wrong');
  return { operation, columns: found.columns, isWhole: found.whole === true, query: conditions(place) };
}

function conditions({ values }: Place): Record<string, string> {
  const given = Array.isArray(values.where) ? (values.where as string[]) : [];
  return Object.fromEntries(
    given.map((condition) => {
      const at = condition.indexOf('=');
      if (at < 1) throw new Refusal((t) => t.badWhere(condition), 'wrong');
      return [condition.slice(0, at), condition.slice(at + 1)];
    }),
  );
}

type Page = { items: Record<string, unknown>[]; total: number };

async function list(place: Place): Promise<void> {
  const { t, values, out, tell } = place;
  const config = readConfig(place.file);
  const { operation, columns, isWhole, query } = wanted(place, config);
  const limit = Number(text(place, 'limit') ?? 20);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200) throw new Refusal((words) => words.badLimit, 'wrong');
  const input = { query: isWhole ? query : { limit, ...query }, signal: place.signal };
  const ask = open(place, config).call as unknown as (call: Operation<Shape>, given: object) => Promise<Page>;
  const { items, total } = await ask(operation, input);
  if (values.json) return items.forEach((one) => void out(JSON.stringify(one)));
  if (items.length === 0) return tell(t.nothing);
  out(table(items, columns, MONEY));
  if (total > items.length) tell(t.more(items.length, total));
}

const FORMATS = ['csv', 'json', 'jsonl'];

async function exportAll(place: Place): Promise<void> {
  const { t, values, tell } = place;
  const config = readConfig(place.file);
  const { operation, isWhole, query } = wanted(place, config);
  const format = text(place, 'format') ?? 'csv';
  if (!FORMATS.includes(format)) throw new Refusal((words) => words.badFormat, 'wrong');
  const file = text(place, 'out') ?? `${place.words[0]}.${format}`;
  if (existsSync(file) && !values.force) throw new Refusal((words) => words.exists(file));
  const read = open(place, config).items as unknown as (
    call: Operation<Shape>,
    given: object,
  ) => AsyncIterable<Record<string, unknown>>;
  // whole or not at all: a list that broke off must not be taken for one that ended
  const draft = `${file}.${process.pid}.part`;
  let count = 0;
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      const kept: Record<string, unknown>[] = [];
      for await (const one of read(operation, {
        query: isWhole ? query : { limit: 200, ...query },
        signal: place.signal,
      })) {
        count += 1;
        if (format === 'jsonl') writeSync(handle, `${JSON.stringify(one)}\n`);
        else kept.push(one);
      }
      if (format === 'csv') writeSync(handle, csv(kept));
      if (format === 'json') writeSync(handle, `${JSON.stringify(kept, null, 2)}\n`);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  tell(t.exported(count, file));
}

/**
 * What changes, a line each as it happens. With `--state` it goes on where it was: the cursor is kept when the lines are
 * out, so after a kill the last of them may come once more, and none is missed.
 */
async function watch(place: Place): Promise<void> {
  const { t, out, tell } = place;
  const config = readConfig(place.file);
  const state = text(place, 'state');
  const kinds = text(place, 'kinds')?.split(',').filter(Boolean);
  let kept: string | null = state && existsSync(state) ? readFileSync(state, 'utf8').trim() || null : null;
  const keep = (cursor: string): void => {
    kept = cursor;
    if (!state) return;
    writeFileSync(`${state}.${process.pid}.new`, `${cursor}\n`, { mode: 0o600 });
    renameSync(`${state}.${process.pid}.new`, state);
  };
  tell(t.watching);
  const follow = followChanges as unknown as (lanka: Lanka, call: unknown, how: object) => Promise<void>;
  await follow(open(place, config), config.project ? listChanges : listMyChanges, {
    ...(kinds ? { kinds } : {}),
    signal: place.signal,
    load: () => kept,
    readAll(cursor: string) {
      tell(t.fresh);
      keep(cursor);
    },
    apply(items: readonly object[], cursor: string) {
      for (const one of items) out(JSON.stringify(one));
      keep(cursor);
    },
    onError: (error: unknown) => tell(t.again(wordsOf(t, error))),
  });
}

async function signOut({ file, t, tell }: Place): Promise<void> {
  forgetConfig(file);
  tell(t.signedOut);
}

export const COMMANDS: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  ...{ 'sign-in': signIn, 'sign-out': signOut, whoami, list, export: exportAll, watch },
};

/** What went wrong, in the words of whoever asks; null where it is a mistake of ours. */
export function wordsOf(t: Texts, error: unknown): string {
  if (error instanceof Refusal) return error.say(t);
  if (!isLankaError(error)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'sdk.unreachable') return t.unreachable;
  if (error.code === 'sdk.timed_out') return t.timedOut;
  return t.failed(plain(error.message), error.code);
}
