import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { DomainError, ErrorFactory } from '@lanka/domain/kit/errors';
import { outfeedErrors } from '@lanka/domain/outfeeds/contract';
import { CONTENT_TYPES, fileOf } from '@lanka/domain/outfeeds/formats';
import { standingOf } from '@lanka/domain/outfeeds/rules';
import type { Tx } from '../kit/db/db';
import { isKnownTag } from '../kit/http/etag';
import type { Context, FileAnswer } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { shownType } from '../kit/storage/storage';
import { enterProjects } from '../projects';
import { LOGO, SMALL } from './addresses';
import { buildFeed } from './build';
import { findLogo, findPhoto } from './goods.store';
import { insertFetch, type OpenedFeed, openFeed, want } from './outfeeds.store';
import { findOwnPhoto } from './own-goods';

type Asking = Pick<Context<unknown, unknown, unknown, 'public'>, 'asker' | 'after'>;

/** Text that may stand in a row, whatever a stranger sends. */
const plain = (text: string): string =>
  text
    .replace(/[^\x20-\x7e\u00a0-\uffff]/g, ' ')
    .trim()
    .slice(0, 200);

/**
 * The file of a feed as it was made last: it is not made for whoever asks. Each answer is written down, with who came;
 * a token that is not known leaves no trace.
 */
export async function fetchFeed(tx: Tx, app: Services, token: string, { asker, after }: Asking) {
  const feed = await openFeed(tx, token.replace(/\.(xml|csv|xlsx)$/, ''));
  if (!feed) throw outfeedErrors.not_found();
  const written = (status: number, bytes: number) =>
    after(async () => {
      const fetched = { agent: plain(asker.agent), address: plain(asker.address), status, bytes };
      await app.db.transaction({ projectIds: [feed.project_id] }, (own) => insertFetch(own, feed, fetched));
      app.live.publish(feed.project_id, { kind: 'feed', id: feed.id });
    });
  const refused = (error: ErrorFactory): DomainError => {
    written(error.text.status, 0);
    return error();
  };
  const standing = standingOf(feed.lost, new Date());
  if (standing === 'gone') return refused(outfeedErrors.gone);
  const { file, etag, built_at } = feed;
  // what was made while access lasted is told to nobody after it
  if (!file || !etag || !built_at || (standing === 'closing') !== feed.sold_out) {
    after(() => askForBuild(app, feed));
    return refused(outfeedErrors.being_built);
  }
  if (isKnown(asker.known, etag, built_at)) {
    written(304, 0);
    return answer(feed, 304, Buffer.alloc(0), {});
  }
  written(200, asker.unpacks ? feed.packed_bytes : feed.bytes);
  const read = async (): Promise<Readable> => {
    const packed = await app.storage.read(file);
    return asker.unpacks ? packed : pipeline(packed, createGunzip(), () => undefined);
  };
  const packing: Readonly<Record<string, string>> = asker.unpacks
    ? { 'content-encoding': 'gzip', 'content-length': String(feed.packed_bytes) }
    : { 'content-length': String(feed.bytes) };
  return answer(feed, 200, read, packing);
}

function answer(
  { format, name, etag, built_at }: OpenedFeed,
  status: 200 | 304,
  stream: FileAnswer['stream'],
  headers: Readonly<Record<string, string>>,
): FileAnswer {
  return {
    ...{ stream, status, inline: true, content_type: CONTENT_TYPES[fileOf(format)] },
    file_name: `${name}.${fileOf(format)}`,
    headers: {
      ...headers,
      etag: String(etag),
      'last-modified': new Date(String(built_at)).toUTCString(),
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding',
    },
  };
}

/** Tags go before the time, as HTTP has it. */
function isKnown(known: Asking['asker']['known'], etag: string, built_at: string): boolean {
  if (known.etag !== undefined) return isKnownTag(known.etag, etag);
  if (known.since === undefined) return false;
  const since = Date.parse(known.since);
  return Number.isFinite(since) && Math.floor(Date.parse(built_at) / 1000) * 1000 <= since;
}

async function askForBuild(app: Services, { project_id, id }: OpenedFeed): Promise<void> {
  await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
    if (await want(tx, project_id, id)) await app.jobs.send(tx, buildFeed, { project_id, feed_id: id });
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** A photo of goods, whose id cannot be guessed, or the logo of a supplier of the catalogue. */
export async function fetchPhoto(tx: Tx, app: Services, project: string, photo: string): Promise<FileAnswer> {
  const [id] = UUID.exec(photo) ?? [];
  if (!id && photo !== LOGO) throw outfeedErrors.photo_not_found();
  await enterProjects(tx, [project]);
  const small = photo.endsWith(SMALL);
  const file = id
    ? ((await findPhoto(tx, project, id, small)) ?? (await findOwnPhoto(app, tx, project, { id, small })))
    : await findLogo(tx, project);
  const type = file && shownType(file);
  if (!type || (await app.storage.size(file)) === null) throw outfeedErrors.photo_not_found();
  return {
    ...{ stream: () => app.storage.read(file), inline: true, content_type: type, file_name: photo },
    headers: {
      // a photo never changes under its id, a logo does
      'cache-control': id ? 'public, max-age=86400, immutable' : 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
      // pages of shops show them too
      'cross-origin-resource-policy': 'cross-origin',
    },
  };
}
