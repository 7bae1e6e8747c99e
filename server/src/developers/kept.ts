import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isKnownTag, tagOf } from '../kit/http/etag';
import type { Context, FileAnswer } from '../kit/http/serve';

type Asker = Context<unknown, unknown, unknown, 'public'>['asker'];

interface Kept {
  readonly whole: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

/** What is the same for everybody until the next release: made and packed when somebody asks first. */
export function keptAnswers() {
  const all = new Map<string, Promise<Kept>>();
  const make = async (text: string): Promise<Kept> => {
    const whole = Buffer.from(text);
    return { whole, packed: await promisify(gzip)(whole, { level: 9 }), etag: tagOf(text) };
  };
  const has = (name: string): boolean => all.has(name);
  const answer = async (name: string, content_type: string, text: () => string, asker: Asker): Promise<FileAnswer> => {
    let known = all.get(name);
    if (!known) {
      known = make(text());
      all.set(name, known);
    }
    const { whole, packed, etag } = await known;
    const headers = { 'cache-control': 'no-cache', etag, vary: 'accept-encoding, accept-language' };
    const file = { content_type, file_name: name.replace('/', '-'), inline: true };
    if (isKnownTag(asker.known.etag, etag)) return { ...file, stream: Buffer.alloc(0), status: 304, headers };
    return asker.unpacks
      ? { ...file, stream: packed, headers: { ...headers, 'content-encoding': 'gzip' } }
      : { ...file, stream: whole, headers };
  };
  return { has, answer };
}
