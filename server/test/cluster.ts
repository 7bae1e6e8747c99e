import { startEmbedded } from '../src/kit/platform/embedded';

/**
 * A PostgreSQL for others' tests, as a program: prints its addresses as one line of JSON, and ends when whoever started
 * it closes its input. Argument: the data folder.
 */
const [dataDir = ''] = process.argv.slice(2);

const { adminUrl, url, stop } = await startEmbedded({
  ...{ dataDir, unsafe: true, connections: 200 },
  log: { info: () => undefined, warn: console.warn },
});
process.stdout.write(`${JSON.stringify({ adminUrl, url })}\n`);
// Ctrl+C goes to the whole group: the journeys end first, then this
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => undefined);
process.stdin.resume().once('close', () => void stop());
