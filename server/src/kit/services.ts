import type { Logger } from 'pino';
import type { Config } from './config';
import type { Database } from './db';
import type { Jobs } from './jobs';
import type { TokenKeys } from './keys';
import type { Live } from './live';
import type { Mail } from './mail';
import type { Maintenance } from './maintenance';
import type { Numbers } from './numbers';
import type { Storage } from './storage';

/** What the process has opened once and every handler may use. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly storage: Storage;
  readonly live: Live;
  readonly maintenance: Maintenance;
  readonly keys: TokenKeys;
  readonly numbers: Numbers;
  readonly version: string;
}
