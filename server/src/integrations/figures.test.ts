import * as contract from '@lanka/domain/integrations/operator';
import { readOverview } from '@lanka/domain/operator/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, type TestProject, type TestUser, testApp } from '../../test/harness';
import { measureServices } from './figures';

/** Services of others across all projects: cash registers in these. */
let app: TestApp;
let staff: TestUser;
let projects: TestProject[];

beforeAll(async () => {
  app = await testApp();
  staff = await app.user('Ірина Ткаченко');
  await app.sql(null, `update users set platform_role = 'Staff' where id = $1`, [staff.id]);
  projects = [await app.project(), await app.project(), await app.project()];
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const { id, owner } of projects) {
    await app.sql(id, 'delete from integration_tasks');
    await app.sql(id, 'delete from integration_states');
    await app.sql(id, 'delete from cash_registers');
    await app.sql(
      id,
      `insert into cash_registers (project_id, id, name, pin, license_key, created_by) values ($1, gen_random_uuid(), 'Каса', 'x', 'x', $2)`,
      [id, owner.id],
    );
  }
  await app.sql(null, 'delete from service_troubles');
  await app.sql(null, 'delete from service_figures');
});

const [first, second, third] = [0, 1, 2].map((n) => () => projects[n] as TestProject) as [
  () => TestProject,
  () => TestProject,
  () => TestProject,
];
const fails = ({ id }: TestProject, failures = 5) =>
  app.sql(
    id,
    `insert into integration_states (project_id, service, last_failure_at, last_error, failures)
     values ($1, 'checkbox', now(), $2, $3)`,
    [id, JSON.stringify({ ua: 'Служба не відповідає', en: 'The service does not answer' }), failures],
  );
const waits = ({ id }: TestProject, minutes: number, state = 'waiting') =>
  app.sql(
    id,
    `insert into integration_tasks (project_id, id, service, kind, key, payload, state, created_at)
     values ($1, gen_random_uuid(), 'checkbox', 'check', gen_random_uuid()::text, '{}', $3, now() - $2 * interval '1 minute')`,
    [id, minutes, state],
  );
const pauses = ({ id }: TestProject) =>
  app.sql(id, `insert into integration_states (project_id, service, paused_at) values ($1, 'checkbox', now())`, [id]);
const measure = () => measureServices(app.app.services);
const read = async (headers = {}) => {
  const { body } = await app.call(contract.listOperatorServices, { token: staff.token, headers });
  return body.items.find(({ service }) => service === 'checkbox');
};
const troubles = async (query = {}) =>
  (await app.call(contract.listServiceTroubles, { token: staff.token, query })).body.items;
const scrape = async () => (await app.app.server.inject({ url: '/metrics' })).body;

describe('services across projects', () => {
  it('are counted by how they are, with what waits and the last error', async () => {
    await fails(first());
    await waits(first(), 3);
    await waits(second(), 20);
    await pauses(third());
    await waits(third(), 600);
    await measure();
    expect(await read()).toMatchObject({
      ...{ working: 0, failing: 1, late: 1, paused: 1, waiting: 2, given_up: 0 },
      last_error: 'Служба не відповідає',
    });
    expect((await read({ 'accept-language': 'en' }))?.last_error).toBe('The service does not answer');
    const age = Date.now() - Date.parse((await read())?.waiting_since ?? '');
    expect(Math.round(age / 60_000)).toBe(20);
    expect((await troubles()).map(({ project, trouble }) => [project.id, trouble]).sort()).toEqual(
      [
        [first().id, 'failing'],
        [second().id, 'late'],
      ].sort(),
    );
    expect((await troubles({ trouble: 'late' })).map(({ project }) => project.id)).toEqual([second().id]);
    expect((await troubles({ project_id: first().id })).length).toBe(1);
    expect(await troubles({ service: 'nova_poshta' })).toEqual([]);
    const overview = await app.call(readOverview, { token: staff.token });
    expect(overview.body.troubled_services).toBe(1);
  });

  it('are in trouble since it began, until it is over', async () => {
    await waits(first(), 1, 'failed');
    await measure();
    const [before] = await troubles();
    expect(before).toMatchObject({ trouble: 'given_up', given_up: 1, waiting: 0 });
    await measureServices(app.app.services, new Date(Date.now() + 60_000));
    expect((await troubles())[0]?.since).toBe(before?.since);
    await fails(first());
    await measureServices(app.app.services, new Date(Date.now() + 120_000));
    const [after] = await troubles();
    expect(after?.trouble).toBe('failing');
    expect(after?.since).not.toBe(before?.since);
    await app.sql(first().id, 'update integration_states set failures = 0');
    await app.sql(first().id, 'delete from integration_tasks');
    await measureServices(app.app.services, new Date(Date.now() + 180_000));
    expect(await troubles()).toEqual([]);
    expect(await read()).toMatchObject({ working: 3, failing: 0, last_error: null });
  });

  it('are as they were measured last, though an earlier run ends later', async () => {
    const now = Date.now();
    await fails(first());
    await measureServices(app.app.services, new Date(now + 60_000));
    await app.sql(first().id, 'update integration_states set failures = 0');
    await waits(first(), 20);
    await fails(second());
    await measureServices(app.app.services, new Date(now));
    expect(await read()).toMatchObject({ failing: 1, late: 0, waiting: 0 });
    expect((await troubles({ project_id: first().id }))[0]?.trouble).toBe('failing');
  });

  it('of a project that is deleted, or has it no more, are not told of', async () => {
    await fails(first());
    await fails(second());
    await measure();
    expect(await troubles()).toHaveLength(2);
    await app.sql(first().id, 'update cash_registers set deleted_at = now(), pin = null, license_key = null');
    const gone = await app.project();
    await app.sql(
      gone.id,
      `insert into cash_registers (project_id, id, name, pin, license_key, created_by) values ($1, gen_random_uuid(), 'Каса', 'x', 'x', $2)`,
      [gone.id, gone.owner.id],
    );
    await app.sql(null, 'update projects set deleted_at = now() where id = $1', [gone.id]);
    await measureServices(app.app.services, new Date(Date.now() + 60_000));
    expect((await troubles()).map(({ project }) => project.id)).toEqual([second().id]);
    expect(await read()).toMatchObject({ failing: 1, working: 1 });
  });

  it('are figures for Prometheus, and none when nobody measures', async () => {
    await fails(first());
    await waits(first(), 30);
    await measure();
    const page = await scrape();
    expect(page).toMatch(/^lanka_service_projects\{service="checkbox",state="failing"\} 1$/m);
    expect(page).toMatch(/^lanka_service_projects\{service="checkbox",state="working"\} 2$/m);
    expect(page).toMatch(/^lanka_service_tasks_waiting\{service="checkbox"\} 1$/m);
    expect(Number(/^lanka_service_oldest_task_seconds\{service="checkbox"\} (.+)$/m.exec(page)?.[1])).toBeCloseTo(
      1_800,
      -2,
    );
    await app.sql(null, `update service_figures set measured_at = now() - interval '6 minutes'`);
    await expect.poll(scrape, { timeout: 60_000, interval: 250 }).not.toMatch(/^lanka_service_projects\{/m);
  });

  it('are nothing for others', async () => {
    const { token } = first().owner;
    expect((await app.call(contract.listOperatorServices, { token })).status).toBe(403);
    expect((await app.call(contract.listServiceTroubles, { token })).status).toBe(403);
  });
});
