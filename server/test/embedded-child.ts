import pg from 'pg';
import { startEmbedded } from '../src/kit/platform/embedded';

/**
 * A stand-in for the product in embedded.test.ts, to be killed: starts the database of a folder, writes numbered
 * rows without end and prints `row N` for each acknowledged one.
 * Arguments: data folder, port to name in the lock.
 */
const [dataDir = '', port = '0'] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const database = await startEmbedded({ dataDir, port: Number(port), log: { info: () => {}, warn: say } });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS acknowledged (n integer PRIMARY KEY)');
  let stopping = false;
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => (stopping = true));
  say(`ready ${JSON.stringify({ url: database.url, adminUrl: database.adminUrl, pid: database.pid })}`);
  while (!stopping) {
    const added = await client.query(
      'INSERT INTO acknowledged SELECT coalesce(max(n), 0) + 1 FROM acknowledged RETURNING n',
    );
    say(`row ${added.rows[0].n}`);
  }
  // The signal went to the whole process group, yet the database must still answer: requests finish first.
  await client.query('SELECT 1');
  await client.end();
  await database.stop();
  say('stopped');
}

main().catch((error: Error) => {
  say(`failed ${JSON.stringify(error.message)}`);
  process.exitCode = 1;
});
