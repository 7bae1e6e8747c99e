import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { address, query } from '../../../test/setup';
import { connectionsWanted, fit, fitPools } from './pools';

const sizes = fc.record({
  workers: fc.integer({ min: 1, max: 64 }),
  dbPoolSize: fc.integer({ min: 2, max: 80 }),
});

describe('pools that fit PostgreSQL', () => {
  it('never want more than is allowed, and as much of DB_POOL_SIZE as goes', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 2_000 }), (given, allowed) => {
        let poolSize: number;
        try {
          poolSize = fit(given, allowed).poolSize;
        } catch {
          expect(connectionsWanted({ ...given, dbPoolSize: 2 })).toBeGreaterThan(allowed);
          return;
        }
        expect(connectionsWanted({ ...given, dbPoolSize: poolSize })).toBeLessThanOrEqual(allowed);
        if (poolSize < given.dbPoolSize) {
          expect(connectionsWanted({ ...given, dbPoolSize: poolSize + 1 })).toBeGreaterThan(allowed);
        } else expect(poolSize).toBe(given.dbPoolSize);
      }),
    );
  });

  it('warn when they had to be made smaller, and name the two variables', () => {
    expect(fit({ workers: 1, dbPoolSize: 10 }, 97)).toEqual({ poolSize: 10 });
    const smaller = fit({ workers: 8, dbPoolSize: 10 }, 97);
    expect(smaller.poolSize).toBe(5);
    expect(smaller.warning).toMatch(/DB_POOL_SIZE=10 with WORKERS=8 .* allows 97: each process takes 5/);
    expect(() => fit({ workers: 64, dbPoolSize: 10 }, 97)).toThrow(/WORKERS=64 .*\n.*97 .*WORKERS=64 .*DB_POOL_SIZE/);
  });

  it('do not count behind a transaction pooler: only what goes past it does', () => {
    const pooled = { directDatabaseUrl: 'postgres://direct/lanka' };
    expect(fit({ workers: 8, dbPoolSize: 40, ...pooled }, 60)).toEqual({ poolSize: 40 });
    expect(() => fit({ workers: 8, dbPoolSize: 40, ...pooled }, 20)).toThrow(/WORKERS=8/);
  });
});

describe('what PostgreSQL allows', () => {
  const { adminUrl } = inject('cluster');
  const role = `lanka_few_${randomBytes(4).toString('hex')}`;
  beforeAll(() => query(adminUrl, `create role ${role} login password 'few' connection limit 20`));
  afterAll(() => query(adminUrl, `drop role ${role}`));

  it('is read from its settings and the limit of the role', async () => {
    const few = address(adminUrl, { role, password: 'few' });
    expect((await fitPools({ workers: 1, dbPoolSize: 10 }, adminUrl)).poolSize).toBe(10);
    const smaller = await fitPools({ workers: 1, dbPoolSize: 10 }, few);
    expect(smaller.warning).toContain('PostgreSQL allows 20');
    expect(smaller.poolSize).toBeLessThan(10);
    await expect(fitPools({ workers: 4, dbPoolSize: 10 }, few)).rejects.toThrow(/WORKERS=4/);
  });
});
