import * as contract from '@lanka/domain/integrations/contract';
import { FAILING_AFTER } from '@lanka/domain/integrations/rules';
import { TASK_NAMES } from '@lanka/domain/integrations/tasks';
import { on } from '@lanka/domain/kit/hooks';
import { listNotices } from '@lanka/domain/notices/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { OutboundError } from '../kit/outbound/errors';
import type { Services } from '../kit/services';
import {
  type Connection,
  connections,
  inTrouble,
  queueTask,
  recordCall,
  ServiceError,
  sweepQueues,
  type Task,
  type TaskResult,
  taskHandlers,
  workQueue,
} from './index';

/** What a slice with a service answers; `done` is how often its effect has happened. */
const handled = vi.fn<(task: Task) => Promise<TaskResult>>();
const connection: Connection = {
  service: 'nova_poshta',
  settings: '/cp/integrations/nova_poshta',
  connectedOf: async (_tx, ids) => ids,
};
const answers = [
  on(connections, connection),
  on(taskHandlers, { service: 'nova_poshta', kind: 'try', run: (_app, task) => handled(task) }),
];

let app: TestApp;
let services: Services;
let project: TestProject;
/** What the slices of the product do, beside the one of this test. */
let kinds: readonly string[];

beforeAll(async () => {
  app = await testApp();
  const { hooks } = app.app.services;
  kinds = hooks.all(taskHandlers).map(({ kind }) => kind);
  const all = (asked: unknown) => answers.filter((one) => one.hook === asked).map((one) => one.answer);
  // the routes see the same services
  Object.assign(app.app.services, {
    hooks: { all: (asked: never) => (all(asked).length > 0 ? all(asked) : hooks.all(asked)) },
  });
  services = app.app.services;
});
afterAll(() => app.close());
beforeEach(async () => {
  project = await app.project('Ткацький двір');
  handled.mockReset();
  handled.mockResolvedValue({ done: true });
});

const params = () => ({ project_id: project.id, service: 'nova_poshta' as const });
const token = () => project.owner.token;
const queue = (key: string, kind = 'try') =>
  services.db.transaction({ projectIds: [project.id] }, (tx) =>
    queueTask(tx, services, project.id, { service: 'nova_poshta', kind, key, payload: { key } }),
  );
const workNow = () => workQueue(services, { project_id: project.id, service: 'nova_poshta' });
const tasks = async (query = {}) =>
  (await app.call(contract.listIntegrationTasks, { params: params(), token: token(), query })).body.items;
const read = async () =>
  (await app.call(contract.listIntegrations, { params: params(), token: token() })).body.items[0];
/** As if time had gone by: what waits may be tried, what is held counts as lost. */
const letTimePass = () =>
  app.sql(
    project.id,
    `update integration_tasks set next_at = now() - interval '1 second' where state in ('waiting', 'running')`,
  );

describe('tasks of a service', () => {
  it('have words for people, each kind of them', () => {
    expect(kinds.length).toBeGreaterThan(5);
    expect(kinds.filter((kind) => !TASK_NAMES[kind])).toEqual([]);
  });

  it('are done once for a cause, in their order', async () => {
    const first = await queue('order 1');
    expect(await queue('order 1')).toBeNull();
    await queue('order 2');
    await workNow();
    await workNow();
    expect(handled.mock.calls.map(([task]) => [task.key, task.attempt, task.payload])).toEqual([
      ['order 1', 1, { key: 'order 1' }],
      ['order 2', 1, { key: 'order 2' }],
    ]);
    expect((await tasks()).map(({ id, state }) => [id === first, state])).toEqual([
      [false, 'done'],
      [true, 'done'],
    ]);
  });

  it('are done by one of those who come at the same time', async () => {
    handled.mockImplementation(async () => {
      await Promise.all([workNow(), workNow()]);
      return { done: true };
    });
    await queue('order 1');
    await queue('order 2');
    await Promise.all([workNow(), workNow(), workNow()]);
    await workNow();
    expect(handled).toHaveBeenCalledTimes(2);
  });

  it('wait after a passing failure, say why, and tell the next try that it may have been done', async () => {
    handled.mockRejectedValueOnce(new OutboundError('too_slow', 'api.example.com'));
    handled.mockResolvedValueOnce({ retry: 'Служба просить зачекати', afterMs: 7_200_000 });
    await queue('order 1');
    await workNow();
    await workNow();
    expect(handled).toHaveBeenCalledTimes(1);
    expect((await tasks())[0]).toMatchObject({ state: 'waiting', attempts: 1, error: 'Служба не відповіла вчасно' });
    const inEnglish = { params: params(), token: token(), headers: { 'accept-language': 'en' } };
    const [same] = (await app.call(contract.listIntegrationTasks, inEnglish)).body.items;
    expect(same?.error).toBe('The service did not answer in time');
    await letTimePass();
    await workNow();
    const [task] = await tasks();
    expect(task).toMatchObject({ state: 'waiting', attempts: 2, error: 'Служба просить зачекати' });
    expect(Date.parse(task?.next_at ?? '') - Date.now()).toBeGreaterThan(7_000_000);
    await letTimePass();
    await workNow();
    expect((await tasks())[0]).toMatchObject({ state: 'done', attempts: 3, error: null });
    expect(handled.mock.calls.map(([{ attempt }]) => attempt)).toEqual([1, 2, 3]);
  });

  it('are taken again when their process was lost, and not before', async () => {
    await queue('order 1');
    await app.sql(
      project.id,
      `update integration_tasks set state = 'running', attempts = 1, next_at = now() + interval '1 minute'`,
    );
    await workNow();
    expect(handled).not.toHaveBeenCalled();
    await letTimePass();
    await sweepQueues(services);
    await workNow();
    expect(handled).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ attempt: 2 }));
  });

  it('wait for a person when the service refuses, and hold up none of the others', async () => {
    handled.mockRejectedValueOnce(new ServiceError('refused', 'Телефон отримувача хибний', { status: 200 }));
    await queue('order 1');
    await queue('order 2');
    await queue('order 3', 'unknown');
    await workNow();
    expect((await tasks({ state: 'failed' })).map(({ error }) => error)).toEqual([
      'Завдання «unknown» не відоме',
      'Телефон отримувача хибний',
    ]);
    expect(await read()).toMatchObject({ failed: 2, waiting: 0 });
    await app.deliver();
    const told = await app.call(listNotices, { token: token() });
    expect(told.body.items[0]).toMatchObject({
      area: 'integrations',
      count: 2,
      title: 'Нова пошта: не вдалося завдань: 2',
    });
  });

  it('are given up after three days', async () => {
    handled.mockRejectedValue(new OutboundError('unreachable', 'api.example.com'));
    await queue('order 1');
    await app.sql(project.id, `update integration_tasks set created_at = now() - interval '72 hours'`);
    await workNow();
    expect((await tasks())[0]).toMatchObject({ state: 'failed', error: 'Служба не відповідає', next_at: null });
  });

  it('are tried again or given up by a person, one or all', async () => {
    handled.mockResolvedValue({ failed: 'Ні' });
    const id = (await queue('order 1')) ?? '';
    await queue('order 2');
    await workNow();
    const one = { params: { project_id: project.id, id }, token: token() };
    expect((await app.call(contract.retryIntegrationTask, one)).body).toMatchObject({ state: 'waiting' });
    handled.mockResolvedValue({ done: true });
    await workNow();
    expect((await app.call(contract.retryIntegrationTask, one)).error).toMatchObject({
      code: 'integrations.task_is_done',
    });
    const all = await app.call(contract.retryIntegrationTasks, { params: params(), token: token() });
    expect(all.body).toEqual({ tasks: 1 });
    await workNow();
    expect((await tasks()).map(({ state }) => state)).toEqual(['done', 'done']);

    const third = (await queue('order 3')) ?? '';
    const gone = { params: { project_id: project.id, id: third }, token: token() };
    expect((await app.call(contract.cancelIntegrationTask, gone)).body.state).toBe('canceled');
    await workNow();
    expect(handled).toHaveBeenCalledTimes(4);
    expect((await app.call(contract.cancelIntegrationTask, gone)).status).toBe(409);
    const nowhere = { params: { project_id: project.id, id: crypto.randomUUID() }, token: token() };
    expect((await app.call(contract.cancelIntegrationTask, nowhere)).status).toBe(404);
  });

  it('cannot be taken back while they are done', async () => {
    const id = (await queue('order 1')) ?? '';
    const one = { params: { project_id: project.id, id }, token: token() };
    let refused = '';
    handled.mockImplementation(async () => {
      refused = (await app.call(contract.cancelIntegrationTask, one)).error.code;
      return { done: true };
    });
    await workNow();
    expect(refused).toBe('integrations.task_under_way');
    expect((await tasks())[0]?.state).toBe('done');
  });

  it('wait while the service is paused, and are done when it goes on', async () => {
    const paused = await app.call(contract.pauseIntegration, { params: params(), token: token() });
    expect(paused.body).toMatchObject({ service: 'nova_poshta', state: 'paused' });
    await queue('order 1');
    await workNow();
    expect(handled).not.toHaveBeenCalled();
    expect(await read()).toMatchObject({ state: 'paused', waiting: 1 });
    const on = await app.call(contract.resumeIntegration, { params: params(), token: token() });
    expect(on.body.state).toBe('working');
    await workNow();
    expect(handled).toHaveBeenCalledTimes(1);
  });

  it('are not queued by what is rolled back', async () => {
    const failing = services.db.transaction({ projectIds: [project.id] }, async (tx) => {
      await queueTask(tx, services, project.id, { service: 'nova_poshta', kind: 'try', key: 'order 1' });
      throw new Error('the change itself was refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await tasks()).toEqual([]);
  });
});

describe('calls of a service', () => {
  const call = (work: () => Promise<unknown>) =>
    recordCall(
      services,
      {
        projectId: project.id,
        service: 'nova_poshta',
        action: 'Address.getCities',
        ref: { kind: 'order', id: project.id },
      },
      work,
    );
  const down = () => call(() => Promise.reject(new OutboundError('unreachable', 'api.example.com'))).catch(() => null);
  const calls = async (query = {}) =>
    (await app.call(contract.listIntegrationCalls, { params: params(), token: token(), query })).body.items;

  it('are written down with how they ended', async () => {
    expect(await call(async () => 7)).toBe(7);
    const refusal = new ServiceError('refused', 'Ref is incorrect', { status: 200, code: '20000400480' });
    await expect(call(() => Promise.reject(refusal))).rejects.toBe(refusal);
    await down();
    expect((await calls()).map(({ outcome, status, error }) => [outcome, status, error])).toEqual([
      ['failed', null, 'Служба не відповідає'],
      ['refused', 200, 'Ref is incorrect'],
      ['ok', null, null],
    ]);
    expect((await calls({ outcome: 'refused' }))[0]).toMatchObject({
      action: 'Address.getCities',
      ref: { kind: 'order', id: project.id },
    });
  });

  it('say what went wrong underneath, where nobody knows whether they were done', async () => {
    const lost = (cause: Error) =>
      call(() => Promise.reject(new Error('the answer was lost', { cause }))).catch(() => null);
    await lost(new OutboundError('too_slow', 'api.example.com'));
    await lost(inTrouble(503));
    await lost(new SyntaxError('Unexpected end of JSON input'));
    expect((await calls()).map(({ status, error }) => [status, error])).toEqual([
      [null, 'Відповідь служби обірвана або незрозуміла'],
      [503, 'Служба не працює: HTTP 503'],
      [null, 'Служба не відповіла вчасно'],
    ]);
  });

  it('tell once that the service is down, until it answers again', async () => {
    for (let n = 0; n < FAILING_AFTER + 2; n += 1) await down();
    expect(await read()).toMatchObject({ state: 'failing', last_error: 'Служба не відповідає' });
    await app.deliver();
    const told = async () => (await app.call(listNotices, { token: token() })).body.items;
    expect((await told()).map(({ title }) => title)).toEqual(['Нова пошта: не відповідає']);
    // a refusal is an answer: the service works
    await call(() => Promise.reject(new ServiceError('refused', 'Ні'))).catch(() => null);
    expect(await read()).toMatchObject({ state: 'working', last_error: null });
    for (let n = 0; n < FAILING_AFTER; n += 1) await down();
    await app.deliver();
    expect((await told()).length).toBe(2);
  });
});
