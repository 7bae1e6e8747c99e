import { askAudit, readAudit } from '@lanka/domain/audit/contract';
import { createCounterparty } from '@lanka/domain/partners/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { newId } from '../kit/db/ids';
import { LIVE_BOUNDS } from './audit';
import { askAll, checkProject, MAX_ATTEMPTS } from './background';

const bounds = { ...LIVE_BOUNDS };
/** One more row than this, and a project counts as large. */
const withLarge = (over: Partial<typeof LIVE_BOUNDS>) => Object.assign(LIVE_BOUNDS, over);

let app: TestApp;
let project: TestProject;
let variant: string;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project();
  variant = newId();
  await run('insert into stock_levels (project_id, product_variant_id) values ($1, $2)', [project.id, variant]);
});
afterEach(() => Object.assign(LIVE_BOUNDS, bounds));

const inProject = () => ({ project_id: project.id });
const run = <T extends object>(text: string, values: unknown[] = []) => app.sql<T>(project.id, text, values);
const read = async () => (await app.call(readAudit, { token: project.owner.token, params: inProject() })).body;
const ask = () => app.call(askAudit, { token: project.owner.token, params: inProject() });
const services = () => app.app.services;
const breakLevel = () => run('update stock_levels set actual = 1 where product_variant_id = $1', [variant]);
const jobs = async () =>
  (await run(`select data from pgboss.job where name = 'audit.one' and data->>'project_id' = $1`, [project.id])).length;
/** What the check reads is not there for a while. */
async function without<T>(work: () => Promise<T>): Promise<T> {
  await app.sql(null, 'alter table stock_waits rename to stock_waits_away');
  try {
    return await work();
  } finally {
    await app.sql(null, 'alter table stock_waits_away rename to stock_waits');
  }
}

describe('a project of few rows', () => {
  it('is compared at this moment, whatever was found in the background', async () => {
    await ask();
    await checkProject(services(), project.id);
    await breakLevel();
    expect(await read()).toMatchObject({ ok: false, live: true, running: false });
  });

  it('tells that a check is waited for', async () => {
    await ask();
    expect(await read()).toMatchObject({ ok: true, live: true, running: true });
  });

  it.each(['orders', 'levels', 'movements', 'totals'] as const)(
    'is no longer one with more %s than the bound',
    async (name) => {
      const { token } = project.owner;
      const body = { name: 'Магазин' };
      const counterparty = (await app.call(createCounterparty, { token, params: inProject(), body })).body.id;
      await run(
        `insert into orders (project_id, id, number, counterparty_id, status, sum, recommended_sum, created_by)
       values ($1, $2, 1, $2, 'Draft', 0, 0, $3)`,
        [project.id, counterparty, project.owner.id],
      );
      await run(
        `insert into stock_movements (project_id, id, product_variant_id, kind, delta, before, after, ref_kind, ref_id, actor_kind)
       values ($1, $2, $2, 'correction', 1, 0, 1, 'user', $2, 'user')`,
        [project.id, variant],
      );
      await run(
        `insert into goods_week_totals
         (project_id, week, product_variant_id, sold, back, charged, returned, costed, cost, lines, squares)
       values ($1, '2026-11-23', $2, 0, 0, 0, 0, 0, 0, 0, 0)`,
        [project.id, variant],
      );
      withLarge({ [name]: 1 });
      expect((await read()).live).toBe(true);
      withLarge({ [name]: 0 });
      expect((await read()).live).toBe(false);
    },
  );
});

describe('a large project', () => {
  beforeEach(() => withLarge({ levels: 0 }));

  it('has no figures before its first check', async () => {
    const nothing = { ok: null, checked_at: null, checks: [], live: false, failed_at: null };
    expect(await read()).toEqual({ ...nothing, running: false });
    const asked = await ask();
    expect(asked).toMatchObject({ status: 202, body: { ...nothing, running: true } });
    expect(await read()).toEqual(asked.body);
  });

  it('keeps what the last check found, with its moment, while the figures go on', async () => {
    await ask();
    await checkProject(services(), project.id);
    const found = await read();
    expect(found).toMatchObject({ ok: true, live: false, running: false });
    expect(found.checks.map(({ name }) => name)).toContain('order_lines');
    await breakLevel();
    expect(await read()).toEqual(found);
    await ask();
    expect(await read()).toEqual({ ...found, running: true });
    await checkProject(services(), project.id);
    const wrong = await read();
    expect(wrong).toMatchObject({ ok: false, running: false });
    const movements = wrong.checks.find(({ name }) => name === 'movements');
    expect(movements?.differences).toMatchObject([{ id: variant, expected: 0, found: 1 }]);
    expect(Date.parse(wrong.checked_at as string)).toBeGreaterThan(Date.parse(found.checked_at as string));
  });

  it('is checked once, however often it is asked for at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, ask));
    for (const { status, body } of answers) expect([status, body.running]).toEqual([202, true]);
    expect(await jobs()).toBe(1);
    await checkProject(services(), project.id);
    await ask();
    expect(await jobs()).toBe(2);
  });

  it('is asked for anew when what was asked is lost', async () => {
    await ask();
    await run(`update audits set asked_at = now() - interval '25 hours', attempts = 4`);
    expect((await read()).running).toBe(false);
    await ask();
    expect(await jobs()).toBe(2);
    expect(await run('select attempts from audits')).toEqual([{ attempts: 0 }]);
  });

  it('is tried again when the check fails, and given up in the end: what was found before stays', async () => {
    await ask();
    await checkProject(services(), project.id);
    const before = await read();
    await ask();
    await without(async () => {
      for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
        await expect(checkProject(services(), project.id)).rejects.toThrow();
        expect(await read()).toEqual({ ...before, running: true });
      }
      await checkProject(services(), project.id);
    });
    const { failed_at, ...given_up } = await read();
    expect({ ...given_up, failed_at: null }).toEqual(before);
    expect(Date.parse(failed_at as string)).toBeGreaterThan(Date.parse(before.checked_at as string));
    await ask();
    await checkProject(services(), project.id);
    expect(await read()).toMatchObject({ ok: true, running: false, failed_at: null });
  });

  it('is given up when every attempt was killed', async () => {
    await ask();
    await run('update audits set attempts = $1', [MAX_ATTEMPTS]);
    await checkProject(services(), project.id);
    const found = await read();
    expect(found).toMatchObject({ ok: null, running: false });
    expect(found.failed_at).not.toBeNull();
  });

  it('does nothing for a job that comes twice', async () => {
    await ask();
    await checkProject(services(), project.id);
    const found = await read();
    await checkProject(services(), project.id);
    expect(await read()).toEqual(found);
  });

  it('is asked for by night, with all the others', async () => {
    const other = await app.project('Інша');
    await askAll(services());
    expect((await read()).running).toBe(true);
    const params = { project_id: other.id };
    expect((await app.call(readAudit, { token: other.owner.token, params })).body.running).toBe(true);
    expect(await jobs()).toBe(1);
  });
});

it('is for leaders: others neither ask for it nor see it', async () => {
  withLarge({ levels: 0 });
  const { token } = project.owner;
  const body = { name: 'Магазин' };
  const { id } = (await app.call(createCounterparty, { token, params: inProject(), body })).body;
  const asked = async (who: string) => [
    (await app.call(askAudit, { token: who, params: inProject() })).status,
    (await app.call(readAudit, { token: who, params: inProject() })).status,
  ];
  expect(await asked((await app.member(project, 'Client', id)).token)).toEqual([403, 403]);
  expect(await asked((await app.member(project, 'Manager')).token)).toEqual([403, 403]);
  expect(await asked((await app.project('Інша')).owner.token)).toEqual([404, 404]);
  expect(await jobs()).toBe(0);
  expect(await asked((await app.member(project, 'Administrator')).token)).toEqual([202, 200]);
});

it('is done by a job, which tells open pages', async () => {
  const working = await testApp({}, { jobs: true });
  try {
    withLarge({ levels: 0 });
    const { id: project_id, owner } = await working.project();
    const level = 'insert into stock_levels (project_id, product_variant_id) values ($1, $1)';
    await working.sql(project_id, level, [project_id]);
    let stop = (): void => undefined;
    const kinds: string[] = [];
    const done = new Promise<void>((resolve) => {
      stop = working.app.services.live.subscribe(project_id, ({ kind }) => {
        kinds.push(kind);
        void check().then((found) => found.ok !== null && resolve());
      });
    });
    const check = async () => (await working.call(readAudit, { token: owner.token, params: { project_id } })).body;
    const asked = await working.call(askAudit, { token: owner.token, params: { project_id } });
    expect(asked.status).toBe(202);
    await done;
    stop();
    expect(kinds).toContain('audit');
    expect(await check()).toMatchObject({ ok: true, live: false, running: false });
  } finally {
    await working.close();
  }
});
