import pg from 'pg';
import { JOB_CONNECTIONS } from '../jobs/jobs';
import type { Config } from '../platform/config';
import { NUMBER_CONNECTIONS } from './numbers';
import { REPLICA_CONNECTIONS } from './replica';

/**
 * Connections to PostgreSQL are few (100 unless told) and each is a process there. What all our processes may open is
 * added up at the start, so that it is not found out under load.
 */
type Sizes = Pick<Config, 'workers' | 'dbPoolSize' | 'directDatabaseUrl' | 'readDatabaseUrl'>;

const LIVE_CONNECTIONS = 1;
/** For the migration of the next start, a backup, a person with psql. */
const SPARE = 5;
const LEAST_POOL = 2;

const processesOf = ({ workers }: Sizes): number => (workers === 1 ? 1 : workers + 1);

/** Connections that are not of the pools, of all processes together. */
function beside({ workers, readDatabaseUrl }: Sizes): number {
  const each = NUMBER_CONNECTIONS + LIVE_CONNECTIONS + (readDatabaseUrl === undefined ? 0 : REPLICA_CONNECTIONS);
  const alone = each + JOB_CONNECTIONS.works;
  return workers === 1 ? alone : alone + workers * (each + JOB_CONNECTIONS.sends);
}

/** So many connections must PostgreSQL allow for DB_POOL_SIZE to be what was asked for. */
export const connectionsWanted = (sizes: Sizes): number =>
  processesOf(sizes) * sizes.dbPoolSize + beside(sizes) + SPARE;

/** Reserved ones are for superusers and those of `pg_use_reserved_connections` (PostgreSQL 16). */
const ALLOWED = `
  select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    nullif(d.datconnlimit, -1), nullif(r.rolconnlimit, -1)
  ) as allowed
  from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`;

export interface Fit {
  /** Connections of the pool of each process. */
  readonly poolSize: number;
  /** For the log, when it is fewer than DB_POOL_SIZE. */
  readonly warning?: string;
}

/**
 * The size of pool that PostgreSQL's own limits allow. Behind a transaction pooler the pools do not count: the pooler
 * has the connections then, and lets transactions wait.
 * @param url past a pooler
 * @throws Error naming WORKERS and DB_POOL_SIZE when not even the smallest pools fit
 */
export async function fitPools(sizes: Sizes, url: string): Promise<Fit> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let allowed: number;
  try {
    allowed = (await client.query<{ allowed: number }>(ALLOWED)).rows[0]?.allowed ?? Number.POSITIVE_INFINITY;
  } finally {
    await client.end();
  }
  return fit(sizes, allowed);
}

/** @param allowed connections that PostgreSQL allows to this role in this database */
export function fit(sizes: Sizes, allowed: number): Fit {
  const { workers, dbPoolSize } = sizes;
  const isPooled = sizes.directDatabaseUrl !== undefined;
  const room = allowed - SPARE - beside(sizes);
  const most = isPooled ? (room < 0 ? 0 : dbPoolSize) : Math.floor(room / processesOf(sizes));
  if (most >= dbPoolSize) return { poolSize: dbPoolSize };
  if (most < LEAST_POOL) {
    const least = (isPooled ? 0 : LEAST_POOL * processesOf(sizes)) + beside(sizes) + SPARE;
    throw new Error(
      `PostgreSQL дає ${allowed} з’єднань, а WORKERS=${workers} потребує щонайменше ${least}. Зменшіть WORKERS, збільшіть max_connections або поставте посередник з’єднань.\n` +
        `PostgreSQL allows ${allowed} connections, and WORKERS=${workers} needs at least ${least} (of them DB_POOL_SIZE ${LEAST_POOL} a process). Lower WORKERS, raise max_connections, or use a connection pooler.`,
    );
  }
  return {
    poolSize: most,
    warning: `DB_POOL_SIZE=${dbPoolSize} with WORKERS=${workers} needs ${connectionsWanted(sizes)} connections, PostgreSQL allows ${allowed}: each process takes ${most}`,
  };
}
