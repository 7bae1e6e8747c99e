import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Http } from './http';
import type { Journal } from './journal';
import type { Mailbox } from './mailbox';
import type { Stage } from './stage';

/** A job of a killed server counts as lost when it has shown no sign of life for some seconds. */
const PATIENCE_MS = 300_000;

export interface OutboxReport {
  /** Letters that were accepted by the mail server, each at least once. */
  readonly letters: number;
  /** Letters that it accepted more than once, all with the same Message-ID. */
  readonly twice: number;
  readonly imports: number;
  /** How long after the last recovery the queue was empty, milliseconds. */
  readonly drainedMs: number;
  readonly problems: string[];
}

interface Watched {
  readonly http: Http;
  readonly stage: Stage;
  readonly journal: Journal;
  readonly mailbox: Mailbox;
  readonly databaseUrl: string;
}

/** Waits until jobs and outbox have nothing left to do, then compares what came out with what was acknowledged. */
export async function watchOutbox(watched: Watched, kills: number): Promise<OutboxReport> {
  const { journal, mailbox } = watched;
  const began = performance.now();
  const problems: string[] = [];
  const client = new pg.Client({ connectionString: watched.databaseUrl });
  await client.connect();
  try {
    // imports are seen only by whoever has entered their project
    await client.query(`select set_config('lanka.project_ids', $1, false)`, [watched.stage.project_id]);
    for (;;) {
      const left = await waiting(client);
      if (left.length === 0) break;
      if (performance.now() - began > PATIENCE_MS) {
        problems.push(`the queue does not drain: ${JSON.stringify(left.slice(0, 5))}`);
        break;
      }
      await sleep(250);
    }
    const drainedMs = Math.round(performance.now() - began);
    const dead = await client.query(
      `select name, source_name, source_output from pgboss.job where name = 'dead_letters'`,
    );
    for (const row of dead.rows) problems.push(`a dead letter: ${JSON.stringify(row)}`);
    const unsent = await client.query(`select id, recipient from mails where status <> 'sent'`);
    for (const row of unsent.rows) problems.push(`a letter that was not sent: ${JSON.stringify(row)}`);

    let twice = 0;
    const invited = new Set(journal.of('invitation').map(({ marker }) => marker));
    for (const address of invited) {
      const deliveries = mailbox.to(address);
      const ids = new Set(deliveries.map(({ messageId }) => messageId));
      if (deliveries.length === 0) problems.push(`no letter came to ${address}`);
      if (ids.size > 1) problems.push(`${address} got different letters for one invitation: ${[...ids].join(' ')}`);
      if (deliveries.length > 1) twice += 1;
    }
    for (const address of mailbox.recipients()) {
      if (!invited.has(address)) problems.push(`a letter to ${address}, whose invitation was never acknowledged`);
    }
    // two letters are under way at once; SMTP cannot tell whether the one before a kill had been accepted
    if (twice > kills * 2) problems.push(`${twice} letters came twice after ${kills} kills`);
    const imports = await checkImports(watched, client, problems);
    return { letters: invited.size, twice, imports, drainedMs, problems };
  } finally {
    await client.end();
  }
}

async function waiting(client: pg.Client): Promise<Record<string, unknown>[]> {
  const found = await client.query(
    `select name, state::text, id::text, retry_count from pgboss.job
     where state in ('created', 'retry', 'active') and start_after < now() + interval '2 minutes'
       and name not like '\\_\\_pgboss%' and name not in ('dead_letters', 'feeds.pictures', 'feeds.import_watch', 'webhooks.dispatch')
     union all
     select 'import', status, id::text, attempts from imports where status in ('queued', 'running')`,
  );
  return found.rows;
}

async function checkImports({ http, stage, journal }: Watched, client: pg.Client, problems: string[]): Promise<number> {
  const done = journal.of('import');
  for (const { answer, asked } of done) {
    const path = `/api/projects/${stage.project_id}/imports/${answer?.id}`;
    const { body } = await http.ask({ method: 'GET', path, token: stage.owner });
    const { source } = asked.body as { source: string };
    const made = await client.query(
      `select count(*)::int as products, count(distinct name)::int as names from products
       where project_id = $1 and deleted_at is null and name like $2`,
      [stage.project_id, `${source} товар %`],
    );
    const { products, names } = made.rows[0] as { products: number; names: number };
    if (body.status !== 'done' || products !== 400 || names !== 400)
      problems.push(`${source}: ${body.status}, ${products} products, ${names} names, ${JSON.stringify(body.error)}`);
  }
  return done.length;
}
