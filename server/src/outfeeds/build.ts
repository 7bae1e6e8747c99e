import { createHash, randomBytes } from 'node:crypto';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGzip } from 'node:zlib';
import { CONTENT_TYPES, fileOf, MAX_SHEET_ROWS } from '@lanka/domain/outfeeds/formats';
import type { FeedProduct } from '@lanka/domain/outfeeds/goods';
import { standingOf } from '@lanka/domain/outfeeds/rules';
import type { FeedCell, TableWriter } from '@lanka/domain/outfeeds/write_tables';
import { writerOf } from '@lanka/domain/outfeeds/writers';
import { stringify } from 'csv-stringify/sync';
import { toXlsx } from '../feeds';
import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { work } from '../kit/slice';
import { markOfGoods, type StoredProduct } from './goods.store';
import { Making, type Page } from './offers';
import { type BuiltFeed, lockBuilt, readForBuild, saveBuild } from './outfeeds.store';
import { ownOf } from './own-goods';

export const buildFeed = job<{ project_id: string; feed_id: string }>('outfeeds.build', { expireInSeconds: 900 });

const dropFile = job<{ file: string }>('outfeeds.drop');
export const dropJob = work(dropFile, (app, { file }) => app.storage.remove(file));

const DROP_AFTER_MS = 10 * 60_000;

/** A file that is no longer told of goes when whoever has just been told of it has read it. */
export const dropLater = (tx: Tx, { jobs }: Pick<Services, 'jobs'>, file: string): Promise<void> =>
  jobs.send(tx, dropFile, { file }, { startAfter: new Date(Date.now() + DROP_AFTER_MS) });

type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** What a feed is made of, in short: goods, settings, prices, access, and where we are found. */
export const markOf = (goods: string, feed: BuiltFeed, standing: string, publicUrl: string): string => {
  const { version, mapping_version, telling, price_level_id, discount, project_title, website } = feed;
  const of = [
    goods,
    version,
    mapping_version,
    telling,
    price_level_id,
    discount,
    project_title,
    website,
    standing,
    publicUrl,
  ];
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url').slice(0, 22);
};

export const buildJob = work(buildFeed, async (app, { project_id, feed_id }) => {
  const within: Within = (work) => app.db.transaction({ projectIds: [project_id] }, work);
  const now = new Date();
  const begun = await within(async (tx) => {
    const feed = await readForBuild(tx, project_id, feed_id);
    const standing = feed && standingOf(feed.lost, now);
    if (!feed || standing === 'gone' || standing === null) return null;
    const settings = { ...feed.settings, format: feed.format };
    const { publicUrl } = app.config;
    const sold_out = standing === 'closing';
    const own = ownOf(app, feed, settings);
    const goods = `${await markOfGoods(tx, project_id)}${own ? await own.mark(tx) : ''}`;
    const mark = markOf(goods, feed, standing, publicUrl);
    return {
      feed,
      standing,
      mark,
      sold_out,
      making: await Making.begin(tx, feed, settings, { publicUrl, sold_out, now, own }),
    };
  });
  if (!begun) return;
  const { feed, standing, mark, sold_out, making } = begun;
  const file = `${project_id}/${feed_id}/${randomBytes(9).toString('hex')}.${fileOf(feed.format)}.gz`;
  const written = await write(app, file, feed, making, within);
  const { offers, available, left_out } = making;
  const built = { ...written, mark, file, offers, available, left_out, problems: making.report.problems, sold_out };
  await within(async (tx) => {
    const before = await lockBuilt(tx, project_id, feed_id);
    const last = before && (await readForBuild(tx, project_id, feed_id));
    if (!last) return dropLater(tx, app, file);
    // another build that began later may have saved what is true now: what has become old takes no place
    if (last.version !== feed.version || standingOf(last.lost, new Date()) !== standing) {
      await dropLater(tx, app, file);
      await app.jobs.send(tx, buildFeed, { project_id, feed_id });
      return;
    }
    await saveBuild(tx, project_id, feed_id, built);
    if (before.file) await dropLater(tx, app, before.file);
  });
  const made = { kind: 'feed', id: feed_id };
  app.live.publish(project_id, made);
  // whoever works at all suppliers hears no project
  if (feed.user_id) app.live.publish(feed.user_id, made);
});

/** Writes the file, packed: a page of goods is held, however many there are. */
async function write(app: Services, file: string, { format }: BuiltFeed, making: Making, within: Within) {
  const hash = createHash('sha256');
  let bytes = 0;
  let packed_bytes = 0;
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytesOf(format, making, within)) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const gzip: Transform = createGzip();
  // an error on either side ends both, and reaches whoever writes
  const packed = pipeline(Readable.from(measured(), { objectMode: false }), gzip, () => undefined);
  packed.on('data', (chunk: Buffer) => {
    packed_bytes += chunk.length;
  });
  packed.pause();
  await app.storage.writeStream(file, packed, CONTENT_TYPES[fileOf(format)]);
  return { bytes, packed_bytes, etag: `"${hash.digest('base64url').slice(0, 22)}"` };
}

async function* bytesOf(format: BuiltFeed['format'], making: Making, within: Within): AsyncGenerator<Uint8Array> {
  const writer = writerOf(format);
  const { head } = making;
  if ('xml' in writer) {
    yield Buffer.from(writer.xml.open(head));
    for await (const products of pagesOf(making, within))
      yield Buffer.from(products.map((product) => writer.xml.product(product, head)).join(''));
    yield Buffer.from(writer.xml.close());
    return;
  }
  const { table, file } = writer;
  const rows = rowsOf(table, making, within);
  if (file === 'csv') yield* asCsv(table.header(head), rows);
  else yield* toXlsx(table.header(head), limited(rows, making), table.sheet);
}

async function* pagesOf(making: Making, within: Within): AsyncGenerator<FeedProduct[]> {
  let after: StoredProduct | null = null;
  for (;;) {
    const place: StoredProduct | null = after;
    const page: Page = await within((tx) => making.page(tx, place));
    if (!page.last) return;
    yield page.products;
    after = page.last;
  }
}

async function* rowsOf(table: TableWriter, making: Making, within: Within): AsyncGenerator<FeedCell[][]> {
  for await (const products of pagesOf(making, within))
    yield products.flatMap((product) => table.rows(product, making.head));
}

/** Cells that a spreadsheet would take for a formula are shown as text: people open such files too. */
const CSV = { escape_formulas: true } as const;

async function* asCsv(header: readonly string[], pages: AsyncIterable<FeedCell[][]>): AsyncGenerator<Buffer> {
  yield Buffer.from(stringify([header], CSV));
  for await (const rows of pages) if (rows.length > 0) yield Buffer.from(stringify(rows, CSV));
}

/** A workbook has room for so many rows; the report says how many offers found none. */
async function* limited(pages: AsyncIterable<FeedCell[][]>, making: Making): AsyncGenerator<FeedCell[][]> {
  let room = MAX_SHEET_ROWS;
  for await (const rows of pages) {
    if (room > 0) yield rows.slice(0, room);
    for (let extra = Math.max(0, rows.length - room); extra > 0; extra -= 1)
      making.report.add('sheet_full', { id: making.head.shop, name: making.head.shop });
    room = Math.max(0, room - rows.length);
  }
}
