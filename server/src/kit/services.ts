import type { Hooks } from '@lanka/domain/kit/hooks';
import type { AnyRoute } from '@lanka/domain/kit/route';
import type { Logger } from 'pino';
import type { Meter } from './auth/api-keys';
import type { TokenKeys } from './auth/keys';
import type { Secrets } from './auth/secrets';
import type { ChangeKind } from './changes/kinds';
import type { Database } from './db/db';
import type { Numbers } from './db/numbers';
import type { Searched } from './db/searched';
import type { Maintenance } from './http/maintenance';
import type { PublicDocument } from './http/openapi-public';
import type { Jobs } from './jobs/jobs';
import type { Live } from './live/live';
import type { Mail } from './mail/mail';
import type { Notices } from './notices/notices';
import type { Outbound } from './outbound/outbound';
import type { Config } from './platform/config';
import type { Threads } from './platform/threads';
import type { Storage } from './storage/storage';

/** `Served` of kit/http/serve.ts, which in turn knows these services. */
export interface ServedRoute {
  readonly route: AnyRoute;
  readonly handler: (...given: never[]) => Promise<unknown>;
}

/** What the process has opened once and every handler may use. */
export interface Services {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly jobs: Jobs;
  readonly mail: Mail;
  /** Tells people what happened. */
  readonly notices: Notices;
  readonly storage: Storage;
  /** Outside services. */
  readonly outbound: Outbound;
  /** For work that would keep the event loop. */
  readonly threads: Threads;
  readonly live: Live;
  readonly maintenance: Maintenance;
  readonly keys: TokenKeys;
  /** Counts the calls of keys of the API. */
  readonly meter: Meter;
  /** Keys of outside services, as the database may hold them. */
  readonly secrets: Secrets;
  readonly numbers: Numbers;
  /** What slices answer to those below them. */
  readonly hooks: Hooks;
  /** Every route with its handler: for what calls them within one transaction. */
  readonly routes: readonly ServedRoute[];
  /** What slices declare to be found by words. */
  readonly searches: readonly Searched[];
  /** The OpenAPI document of what keys reach; made when somebody asks first. */
  readonly publicDocument: () => PublicDocument;
  /** What slices tell readers of `changes` of. */
  readonly changeKinds: readonly ChangeKind[];
  /** The process is about to end: whoever waits for something to happen answers now. */
  readonly closing: AbortSignal;
  readonly version: string;
}
