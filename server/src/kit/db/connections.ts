import pg from 'pg';
import { exactNumber } from './bounds';

/** The role that transactions take when the login would bypass row-level security (a superuser). */
export const APPLICATION_ROLE = 'lanka_app';

/** One that was lost while nobody used it is found out within half a minute; the system's own default is two hours. */
export const KEPT_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

// int8 is also what counts are, and numeric what sums of int8 are
pg.types.setTypeParser(pg.types.builtins.INT8, exactNumber);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, exactNumber);

/** A connection that takes no start parameters, which a transaction pooler would refuse. */
export const pooledOptions = (url: string): pg.PoolConfig => ({
  connectionString: url,
  // whoever waits longer for a connection is told to come back
  connectionTimeoutMillis: 10_000,
  idleTimeoutMillis: 60_000,
  ...KEPT_ALIVE,
  application_name: 'lanka',
});

/** How direct connections with a session of their own are made: never as somebody whom row-level security does not bind. */
export async function connectionOptions(url: string, extra = ''): Promise<pg.PoolConfig> {
  const role = (await bypassesRowSecurity(url)) ? `-c role=${APPLICATION_ROLE}` : '';
  return { ...pooledOptions(url), options: `${role} ${extra}`.trim() };
}

export async function bypassesRowSecurity(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query(
      'select rolsuper or rolbypassrls as bypass from pg_roles where rolname = current_user',
    );
    return found.rows[0]?.bypass === true;
  } finally {
    await client.end();
  }
}
