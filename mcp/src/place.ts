import { connect, isLankaError, type Lanka, type ReadCurrentKey, readCurrentKey } from '../../sdk/src/index.js';
import type { Settings } from './settings.js';
import { TEXTS, type Texts } from './texts.js';

/** What a tool stands in. */
export interface Place {
  readonly settings: Settings;
  readonly lanka: Lanka;
  readonly t: Texts;
  /** Whose key it is; asked once. */
  key(): Promise<ReadCurrentKey['answer']>;
  /** The project that a call is about: the key's own, or the supplier that a dropshipper has named. */
  project(supplier: string | undefined): Promise<string>;
  /** The same where a dropshipper may mean all his suppliers: null. */
  projectOrAll(supplier: string | undefined): Promise<string | null>;
}

/** What a tool cannot do, in words for the assistant. */
export class Unfit extends Error {}

export function placeOf(settings: Settings): Place {
  const t = TEXTS[settings.language];
  const { url, key: secret, language } = settings;
  const lanka = connect({ url, key: secret, language });
  let asked: Promise<ReadCurrentKey['answer']> | undefined;
  const key = () => {
    asked ??= lanka.call(readCurrentKey).catch((error) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
  const projectOrAll = async (supplier: string | undefined) => {
    const { owner } = await key();
    if (owner.kind === 'project' && supplier !== undefined) throw new Unfit(t.noSuppliers);
    return owner.kind === 'project' ? owner.id : (supplier ?? null);
  };
  const project = async (supplier: string | undefined) => {
    const found = await projectOrAll(supplier);
    if (found === null) throw new Unfit(t.needsSupplier);
    return found;
  };
  return { settings, lanka, t, key, project, projectOrAll };
}

/** Why it did not go, as the assistant can pass it on: Lanka's own words and the code. */
export function wordsOf(t: Texts, error: unknown): string {
  if (error instanceof Unfit) return error.message;
  if (!isLankaError(error)) return t.failed;
  if (error.code === 'sdk.unreachable') return t.unreachable;
  if (error.code === 'sdk.timed_out') return t.timedOut;
  const fields = error.details.flatMap(({ path, message }) => (path && message ? [`${path}: ${message}`] : []));
  const more = fields.length > 0 ? ` ${fields.join('; ')}` : detailsOf(error.details);
  return `${error.message}${more} (${error.code})`;
}

const detailsOf = (details: readonly object[]): string => (details.length > 0 ? ` ${JSON.stringify(details)}` : '');
