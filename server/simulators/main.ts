/**
 * The simulators as a program: `node simulators.js FOLDER PORT`. It tells whoever started it where it is, as a message,
 * and ends with it.
 */
import { SIMULATORS } from './list';
import { startSimulators } from './start';

const [folder, port] = process.argv.slice(2);
const simulators = await startSimulators(SIMULATORS, { port: Number(port ?? 0), ...(folder ? { folder } : {}) });

let isClosing = false;
async function close(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  await simulators.close();
  process.exit(0);
}
process.on('SIGTERM', () => void close());
// Ctrl+C reaches the whole group: the product still asks us while it stops, and then ends us
process.on('SIGINT', () => process.send === undefined && void close());
process.on('disconnect', () => void close());

const { url, addresses } = simulators;
if (!process.send) console.log(url, addresses);
// a product that could not start has ended meanwhile
else if (process.connected) process.send({ url, addresses }, () => undefined);
else await close();
