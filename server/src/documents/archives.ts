import { Readable } from 'node:stream';
import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/papers/contract';
import { Zip, ZipPassThrough } from 'fflate';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { work } from '../kit/slice';
import { findSources, readSources, archives as store } from '../papers';
import { drawnOf } from './drawn';
import { ARCHIVE_TOLD } from './notices';
import { paperOf } from './papers';

const { paperErrors: errors, MAX_ARCHIVES: limit } = contract;

const makeArchive = job<{ project_id: string; archive_id: string }>('documents.archive', { expireInSeconds: 1800 });
/** The database or the store may be away for a while: it is begun anew so often before whoever waits is told. */
const MAX_ATTEMPTS = 4;
const TYPE = 'application/zip';

export const archiveJob = work(makeArchive, async (app, { project_id, archive_id }) => {
  // who asked may see these papers: that was looked at when he did
  const scope = { project: { id: project_id }, role: 'Owner', counterparty_id: null } as unknown as ProjectScope;
  const within = <T>(act: Parameters<typeof app.db.transaction<T>>[1]) =>
    app.db.transaction({ projectIds: [project_id] }, act);
  const record = await within((tx) => store.readArchive(tx, scope, archive_id));
  if (!record || record.status === 'done' || record.status === 'failed') return;
  const attempts = await within((tx) => store.beginArchive(tx, scope, archive_id));
  try {
    const file = `${project_id}/${archive_id}/papers.zip`;
    await app.storage.writeStream(file, Readable.from(zip(papersOf(app, scope, record)), { objectMode: false }), TYPE);
    await within(async (tx) => {
      await store.setArchive(tx, scope, archive_id, {
        ...{ status: 'done', papers: record.paper_ids.length, file },
        finished_at: new Date().toISOString(),
      });
      await tell(tx, app, record, 'done');
    });
  } catch (error) {
    if (attempts < MAX_ATTEMPTS) throw error;
    app.log.error({ err: error, archive_id }, 'archive of papers failed');
    const finished_at = new Date().toISOString();
    await within(async (tx) => {
      await store.setArchive(tx, scope, archive_id, { status: 'failed', finished_at });
      await tell(tx, app, record, 'failed');
    });
  }
  app.live.publish(project_id, { kind: 'paper_archive', id: archive_id });
});

const tell = (
  tx: Tx,
  { notices }: Services,
  { id, project_id, user_id, paper_ids }: store.ArchiveRecord,
  what: keyof typeof ARCHIVE_TOLD,
): Promise<void> =>
  notices.tell(tx, systemIn(project_id), ARCHIVE_TOLD[what], { user_id }, { project_id, id, papers: paper_ids.length });

/** So many are told of at once. */
const PORTION = 20;

/** Drawn one after another, in the order in which they were asked for; one of them is held at a time. */
async function* papersOf(app: Services, scope: ProjectScope, { id, project_id, paper_ids }: store.ArchiveRecord) {
  const taken = new Map<string, number>();
  for (let at = 0; at < paper_ids.length; at += PORTION) {
    const portion = paper_ids.slice(at, at + PORTION);
    const toDraw = await app.db.transaction({ projectIds: [project_id] }, async (tx) => {
      await store.setArchive(tx, scope, id, { papers: at });
      const sources = new Map((await readSources(tx, scope, portion)).map((source) => [source.id, source]));
      const drawn = [];
      for (const paper of portion) {
        const source = sources.get(paper);
        if (source) drawn.push(await drawnOf(tx, app, scope, source));
      }
      return drawn;
    });
    app.live.publish(project_id, { kind: 'paper_archive', id });
    for (const { drawn, file_name } of toDraw)
      yield { name: freeName(file_name, taken), bytes: await paperOf(app.threads, drawn) };
  }
}

/** `Рахунок № 5 від 21.11.2026 (2).pdf` where two are called alike; nothing that a folder could not hold. */
function freeName(file_name: string, taken: Map<string, number>): string {
  const name = file_name.replace(/[\\/:*?"<>|]/g, '-').replaceAll('\u00a0', ' ');
  const before = taken.get(name) ?? 0;
  taken.set(name, before + 1);
  return before === 0 ? name : name.replace(/\.pdf$/, ` (${before + 1}).pdf`);
}

/** PDFs are packed already, so they are stored as they are. */
async function* zip(files: AsyncIterable<{ name: string; bytes: Buffer }>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { name, bytes } of files) {
    const entry = new ZipPassThrough(name);
    archive.add(entry);
    entry.push(bytes, true);
    yield* ready.splice(0);
  }
  archive.end();
  yield* ready.splice(0);
}

async function show(app: Services, record: store.ArchiveRecord): Promise<contract.PaperArchive> {
  const { id, status, papers, paper_ids, file, created_at, finished_at } = record;
  const papers_total = paper_ids.length;
  return {
    ...{ id, status, papers, papers_total, finished_at, created_at },
    progress: status === 'done' ? 100 : Math.min(99, Math.floor((papers / papers_total) * 100)),
    file_name: `Документи ${kyivDate(new Date(created_at)).split('-').reverse().join('.')}.zip`,
    url: file ? await app.storage.presignGet(file) : null,
  };
}

export const archiveRoutes: Served[] = [
  serve(contract.createPaperArchive, async ({ tx, app, scope, body, after, changed }) => {
    const ids = [...new Set(body.ids)];
    const missing = ids.length - (await findSources(tx, scope, ids)).length;
    if (missing > 0) throw errors.some_unknown({ path: 'ids', missing });
    if ((await store.countUnfinished(tx, scope)) >= limit) throw errors.too_many_archives({ limit });
    const old = await store.removeOld(tx, scope);
    after(async () => {
      for (const file of old) await app.storage.remove(file);
    });
    const id = await store.insertArchive(tx, scope, ids);
    await app.jobs.send(tx, makeArchive, { project_id: scope.project.id, archive_id: id });
    changed('paper_archive', id);
    const record = await store.readArchive(tx, scope, id);
    if (!record) throw new Error('the archive was inserted');
    return show(app, record);
  }),

  serve(contract.readPaperArchive, async ({ tx, app, scope, params }) => {
    const record = await store.readArchive(tx, scope, params.id);
    if (record?.user_id !== scope.user.id) throw errors.archive_not_found();
    return show(app, record);
  }),
];
