import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Config, SERVICE_VARIABLES, type ServiceName } from './config';

/** Services of the demo, played by a program of our own beside the product (`server/simulators`). */
export interface RunningSimulators {
  /** Their page. */
  readonly url: string;
  /** Variables of the environment that lead the product to them. */
  readonly env: Readonly<Record<string, string>>;
  stop(): void;
}

interface Told {
  readonly url: string;
  readonly addresses: Readonly<Partial<Record<ServiceName | 'receiver', string>>>;
}

const fromSources = import.meta.url.endsWith('.ts');
const PROGRAM = new URL(fromSources ? '../../../simulators/main.ts' : './simulators.js', import.meta.url);
const START_MS = 60_000;
/** The platform’s merchant at the simulator. */
export const PLAYED_MERCHANT_TOKEN = 'mPlatformOfLanka00000000';
/** The simulator knows one bot. */
export const PLAYED_BOT_TOKEN = '7000000001:PLAYED-by-the-simulator-of-lanka';

/**
 * Starts those whose address is not set, and waits until they answer. They remember in the data folder, so that what
 * the demo has sent is there again after a start.
 * @param given the environment: an address that is set there is kept
 */
export async function startSimulators(
  { dataDir, simulatorsPort }: Config,
  given: Readonly<Record<string, string | undefined>>,
  log: Logger,
): Promise<RunningSimulators> {
  const child = fork(PROGRAM, [join(dataDir, 'simulators'), String(simulatorsPort)], {
    execArgv: fromSources ? ['--import', 'tsx'] : [],
    // keys and passwords of the configuration are no business of theirs
    env: { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV },
  });
  const told = await new Promise<Told>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the simulators did not start in time')), START_MS);
    child.once('message', (message) => {
      clearTimeout(late);
      resolve(message as Told);
    });
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`the simulators could not start: exit code ${code}`));
    });
  });
  let isStopping = false;
  child.on('exit', (code) => isStopping || log.error({ code }, 'the simulators of services ended'));
  const env: Record<string, string> = {};
  for (const [name, variable] of Object.entries(SERVICE_VARIABLES)) {
    const address = told.addresses[name as ServiceName];
    if (address && !given[variable]?.trim()) env[variable] = address;
  }
  // whoever gives a token of the platform’s own means the service itself
  if (given.TELEGRAM_BOT_TOKEN?.trim()) delete env.TELEGRAM_URL;
  else if (env.TELEGRAM_URL) env.TELEGRAM_BOT_TOKEN = PLAYED_BOT_TOKEN;
  if (given.ACQUIRING_TOKEN?.trim()) delete env.ACQUIRING_URL;
  else if (env.ACQUIRING_URL) env.ACQUIRING_TOKEN = PLAYED_MERCHANT_TOKEN;
  if (told.addresses.receiver && !given.WEBHOOK_RECEIVER_URL?.trim())
    env.WEBHOOK_RECEIVER_URL = told.addresses.receiver;
  return {
    ...{ url: told.url, env },
    stop() {
      isStopping = true;
      child.kill('SIGTERM');
    },
  };
}
