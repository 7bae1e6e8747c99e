import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import { createOrder, moveOrder } from '@lanka/domain/orders/contract';
import { updateMember } from '@lanka/domain/projects/contract';
import * as contract from '@lanka/domain/reports/contract';
import { daysToldOn } from '@lanka/domain/reports/rules';
import { createTurnover } from '@lanka/domain/turnover/contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type TestApp, type TestProject, testApp } from '../../test/harness';
import { asking } from '../../test/reports';
import { makeCounterparty, makeVariants, orderBody } from '../../test/trade';
import { readRows } from '../feeds';
import { expireReports } from './expire';
import { makeJob } from './make';
import { runDue, runDueSchedules } from './schedule';

let app: TestApp;
let project: TestProject;
let goods: string;

const today = kyivDate(new Date());
const period = { from: daysAfter(today, -10), to: today };
const at = (token = project.owner.token) => ({ token, params: { project_id: project.id } });
const one = (id: string, token = project.owner.token) => ({ token, params: { project_id: project.id, id } });
const asOwner = () => asking(app, project);

beforeAll(async () => {
  app = await testApp({}, { jobs: true });
  project = await app.project();
  [goods = ''] = await makeVariants(app, project, [{ price: 10_050, stock: 50, sku: 'А-1' }]);
  const shop = await makeCounterparty(app, project);
  const items = [{ product_variant_id: goods, count: 5, transaction_item_price: 7_000 }];
  const bought = { flow: 'income' as const, type: 'purchase' as const, counterparty_id: shop, date: today, items };
  expect((await app.call(createTurnover, { ...at(), body: bought })).status).toBe(201);
  const body = orderBody({ [goods]: 3 }, { counterparty_id: shop, send: true });
  const made = await app.call(createOrder, { ...at(), body });
  expect(made.status).toBe(201);
  expect((await app.call(moveOrder, { ...one(made.body.id), body: { to: 'Sent' } })).status).toBe(200);
});
afterAll(() => app.close());

const told = async (kind: string) => {
  await app.deliver();
  return app.sql<{ user_id: string }>(project.id, 'select user_id from notices where project_id = $1 and kind = $2', [
    project.id,
    kind,
  ]);
};

describe('a report', () => {
  it('is made by the job: a sheet whose cells are days and money, with the sums at the foot', async () => {
    const { ask, over, fetched } = asOwner();
    const asked = await ask({ kind: 'sales', ...period });
    expect([asked.status, asked.body.status]).toEqual([201, 'queued']);
    const done = await over(asked.body.id);
    expect(done).toMatchObject({ status: 'done', rows: 1, error: null, user_name: 'Власник', schedule_id: null });
    expect(done.file_name).toMatch(/^report_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.xlsx$/);
    const file = await fetched(done);
    expect(done.bytes).toBe(file.length);
    const [heads = [], row = [], foot = []] = await sheet(file);
    const of = (name: string, cells: readonly string[]) => cells[heads.indexOf(name)];
    // Excel counts days from the end of 1899, and knows a number for money by its format: 4 is `#,##0.00`
    expect(Number(of('Надіслано', row))).toBe(Date.parse(`${today}T00:00:00Z`) / 86_400_000 + 25_569);
    expect(formatOf(file, heads.indexOf('Надіслано'))).toBe('dd\\.mm\\.yyyy');
    expect(formatOf(file, heads.indexOf('Сума, грн'))).toBe('4');
    expect([of('Сума, грн', row), of('Сума, грн', foot)]).toEqual(['301.5', '301.5']);
    expect(foot[0]).toBe('Разом без скасованих і повернутих на доопрацювання');
    expect(of('Собівартість, грн', foot)).toBe('210');
    expect(await told('reports.done')).toContainEqual({ user_id: project.owner.id });
  });

  it('speaks the language of whoever asks', async () => {
    const { heads, foot } = await asOwner().table({ kind: 'sales', ...period }, { 'accept-language': 'en' });
    expect(heads.slice(0, 3)).toEqual(['Number', 'Sent to the manager', 'Status']);
    expect(foot.Number).toBe('Total without those canceled or returned for editing');
  });

  it('of nothing has heads and empty sums', async () => {
    const { rows, foot } = await asOwner().table({ kind: 'payments', from: '2020-01-01', to: '2020-01-31' });
    expect([rows, foot['Отримано, грн']]).toEqual([[], '0']);
  });

  it('needs what its kind asks for, each field by its name', async () => {
    const refused = async (body: object) => {
      const { status, error } = await asOwner().ask(body as never);
      return [status, error.code, ...error.details.map(({ path }) => path)];
    };
    expect(await refused({ kind: 'movement' })).toEqual([400, 'common.invalid', 'product_variant_id', 'from', 'to']);
    const nowhere = crypto.randomUUID();
    expect(await refused({ kind: 'movement', product_variant_id: nowhere, ...period })).toEqual([
      ...[422, 'reports.no_modification', 'product_variant_id'],
    ]);
    expect(await refused({ kind: 'sales', counterparty_id: nowhere, ...period })).toEqual([
      ...[422, 'reports.no_counterparty', 'counterparty_id'],
    ]);
    expect(await refused({ kind: 'stock', on: daysAfter(today, 1) })).toEqual([422, 'reports.future', 'on']);
    expect(await refused({ kind: 'stock', on: today, from: today })).toEqual([400, 'common.invalid', 'from']);
  });

  it('asked for twice in one moment is made once; another one is another', async () => {
    const { ask, over } = asOwner();
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask({ kind: 'goods', ...period })));
    const ids = new Set(answers.map(({ body }) => body.id));
    for (const id of ids) await over(id);
    // whoever asks when the first is over gets a new one
    const both = await app.sql(
      project.id,
      `select from reports a join reports b on b.project_id = a.project_id and b.id = any($1) and b.id <> a.id
         and b.created_at between a.created_at and a.finished_at where a.id = any($1)`,
      [[...ids]],
    );
    expect(both).toEqual([]);
    const other = await ask({ kind: 'goods', format: 'csv', ...period });
    expect(ids.has(other.body.id)).toBe(false);
    await over(other.body.id);
  });

  it('waits with at most ten others', async () => {
    const own = await app.project();
    const asked = { kind: 'sales', format: 'xlsx', locale: 'ua', costs: false, user: own.owner.id };
    await app.sql(
      own.id,
      `insert into reports (project_id, id, user_id, kind, format, locale, "from", "to", costs)
       select $1, gen_random_uuid(), $2, $3, $4, $5, '2020-01-01'::date + n, '2021-01-01', $6 from generate_series(1, 9) n`,
      [own.id, asked.user, asked.kind, asked.format, asked.locale, asked.costs],
    );
    const days = [1, 2, 3].map((n) => ({ kind: 'receipts' as const, from: `2020-02-0${n}`, to: '2020-03-01' }));
    const answers = await Promise.all(days.map((body) => asking(app, own).ask(body)));
    const statuses = answers.map(({ status }) => status).toSorted();
    // the queue may take one before the next is asked for
    expect(statuses[0]).toBe(201);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const { status, error } of refused) expect([status, error.code]).toEqual([409, 'reports.too_many_waiting']);
    await app.sql(own.id, `delete from reports where project_id = $1`, [own.id]);
  });

  it('is seen by who sees such rows; costs only by who sees costs', async () => {
    const stockman = await app.member(project, 'Stockman');
    const asStockman = asking(app, project, stockman.token);
    const refused = await asStockman.ask({ kind: 'counterparties', ...period });
    expect([refused.status, refused.error.code]).toEqual([403, 'reports.other_role']);
    const { heads, done } = await asStockman.table({ kind: 'goods', ...period });
    expect(heads).not.toContain('Собівартість, грн');
    const owners = await asOwner().table({ kind: 'goods', ...period });
    expect(owners.heads).toContain('Собівартість, грн');
    const read = (id: string, token: string) => app.call(contract.readReport, one(id, token));
    expect((await read(owners.done.id, stockman.token)).status).toBe(404);
    expect((await app.call(contract.deleteReport, one(owners.done.id, stockman.token))).status).toBe(404);
    expect((await read(done.id, project.owner.token)).status).toBe(200);
    const listed = (await app.call(contract.listReports, at(stockman.token))).body.items;
    expect(listed.map(({ id }) => id)).toContain(done.id);
    expect(listed.map(({ id }) => id)).not.toContain(owners.done.id);
    const client = await app.member(project, 'Client', await makeCounterparty(app, project));
    expect((await app.call(contract.listReports, at(client.token))).status).toBe(403);
  });

  it('is made, fetched and deleted in a project that has not paid; a schedule is not', async () => {
    const own = await app.project();
    await app.sql(own.id, `update projects set restricted_from = '2026-01-01' where id = $1`, [own.id]);
    const { done } = await asking(app, own).table({ kind: 'sales', ...period });
    const here = { token: own.owner.token, params: { project_id: own.id, id: done.id } };
    expect((await app.call(contract.deleteReport, here)).status).toBe(204);
    const body = { kind: 'sales' as const, rhythm: 'daily' as const, recipients: [own.owner.id] };
    const refused = await app.call(contract.createSchedule, { ...here, params: { project_id: own.id }, body });
    expect(refused.status).toBe(402);
  });

  it('is deleted with its file, by hand and after 30 days', async () => {
    const file = async (id: string) => {
      const [row] = await app.sql<{ file: string }>(project.id, 'select file from reports where id = $1', [id]);
      return join(app.app.services.config.dataDir, 'files', row?.file ?? '-');
    };
    const { done } = await asOwner().table({ kind: 'promotions', ...period });
    const path = await file(done.id);
    expect(existsSync(path)).toBe(true);
    expect((await app.call(contract.deleteReport, one(done.id))).status).toBe(204);
    await expect.poll(() => existsSync(path)).toBe(false);
    const { done: old } = await asOwner().table({ kind: 'turnover', ...period });
    const { done: young } = await asOwner().table({ kind: 'turnover', ...period, from: today });
    const [oldFile, youngFile] = [await file(old.id), await file(young.id)];
    const back = `update reports set created_at = now() - make_interval(days => $2) where id = $1`;
    await app.sql(project.id, back, [old.id, contract.REPORT_DAYS + 1]);
    await app.sql(project.id, back, [young.id, contract.REPORT_DAYS - 1]);
    await expireReports.run(app.app.services, {} as never);
    expect([existsSync(oldFile), existsSync(youngFile)]).toEqual([false, true]);
    expect((await app.call(contract.readReport, one(old.id))).error.code).toBe('reports.not_found');
    expect((await app.call(contract.readReport, one(young.id))).status).toBe(200);
  });
});

describe('a job that is killed', () => {
  /** A report as a process left it that was killed `begun` times. */
  async function left(begun: number): Promise<string> {
    const [row] = await app.sql<{ id: string }>(
      project.id,
      `insert into reports (project_id, id, user_id, kind, format, locale, "from", "to", costs, status, attempts, rows)
       values ($1, gen_random_uuid(), $2, 'sales', 'csv', 'ua', $3, $4, false, 'running', $5, 7) returning id`,
      [project.id, project.owner.id, period.from, period.to, begun],
    );
    return row?.id ?? '';
  }
  const run = (report_id: string) => makeJob.run(app.app.services, { project_id: project.id, report_id } as never);

  it('is finished by the next try', async () => {
    const id = await left(1);
    await run(id);
    expect(await asOwner().read(id)).toMatchObject({ status: 'done', rows: 1 });
    // and a try that comes late does nothing more
    await run(id);
    expect(await asOwner().read(id)).toMatchObject({ status: 'done', rows: 1 });
  });

  it('says that it failed when no try came to its end', async () => {
    const id = await left(4);
    await run(id);
    const read = await asOwner().read(id);
    expect(read).toMatchObject({ status: 'failed', url: null, error: { code: 'reports.broken' } });
    expect(await told('reports.failed')).toContainEqual({ user_id: project.owner.id });
  });

  it('while two tries of it run at once it is told once', async () => {
    const id = await left(1);
    const before = (await told('reports.done')).length;
    await Promise.all([run(id), run(id)]);
    expect(await asOwner().read(id)).toMatchObject({ status: 'done', rows: 1 });
    expect((await told('reports.done')).length).toBe(before + 1);
  });

  it('leaves no file of what was deleted meanwhile', async () => {
    const id = await left(1);
    await app.sql(project.id, `update reports set status = 'queued' where id = $1`, [id]);
    const making = run(id);
    await app.call(contract.deleteReport, one(id));
    await making;
    const folder = join(app.app.services.config.dataDir, 'files', project.id, id);
    await expect.poll(() => (existsSync(folder) ? readdirSync(folder) : [])).toEqual([]);
  });
});

type Body = z.input<typeof contract.ScheduleBody>;

describe('a schedule', () => {
  const create = (body: Body, token = project.owner.token) => app.call(contract.createSchedule, { ...at(token), body });
  const read = async (id: string) => (await app.call(contract.readSchedule, one(id))).body;
  /** Lets its time come. */
  async function due(id: string) {
    await app.sql(project.id, `update report_schedules set next_at = now() - interval '1 minute' where id = $1`, [id]);
    await Promise.all([1, 2].map(() => runDueSchedules.run(app.app.services, {} as never)));
  }
  const madeBy = async (schedule_id: string) =>
    (await app.call(contract.listReports, { ...at(), query: { schedule_id } })).body.items;

  it('has a report made at its time, once, of the days before; its recipients get a letter', async () => {
    const manager = await app.member(project, 'Manager');
    const recipients = [project.owner.id, manager.id];
    const made = await create({ kind: 'revenue', rhythm: 'daily', hour: 7, recipients });
    expect([made.status, made.body.recipients.length, made.body.active]).toEqual([201, 2, true]);
    await due(made.body.id);
    const [report, ...more] = await madeBy(made.body.id);
    expect(more).toEqual([]);
    const done = await asOwner().over(report?.id ?? '');
    const { next_at, last_at } = await read(made.body.id);
    expect(done).toMatchObject({ status: 'done', schedule_id: made.body.id });
    expect([done.to, done.from]).toEqual([done.from, daysToldOn('daily', daysAfter(done.to ?? '', 1)).to]);
    expect(Date.parse(next_at ?? '')).toBeGreaterThan(Date.now());
    expect(last_at).not.toBeNull();
    expect((await told('reports.scheduled')).map(({ user_id }) => user_id).toSorted()).toEqual(recipients.toSorted());
    const letters = await app.sql<{ plain: string }>(null, `select plain from mails where recipient = $1`, [
      manager.email,
    ]);
    expect(letters.map(({ plain }) => plain).join()).toContain(`/cp/reports?report=${done.id}&project=${project.id}`);
  });

  it('is changed, paused and deleted; whoever read an older version is told', async () => {
    const made = (await create({ kind: 'stock', rhythm: 'monthly', month_day: 31, recipients: [project.owner.id] }))
      .body;
    const body: Body = { kind: 'stock', rhythm: 'weekly', weekday: 3, recipients: [project.owner.id], active: false };
    const paused = await app.call(contract.updateSchedule, { ...one(made.id), body, headers: { 'if-match': '1' } });
    expect(paused.body).toMatchObject({ active: false, next_at: null, weekday: 3, month_day: null, version: 2 });
    const stale = await app.call(contract.updateSchedule, { ...one(made.id), body, headers: { 'if-match': '1' } });
    expect([stale.status, stale.error.code]).toEqual([409, 'common.stale']);
    await runDueSchedules.run(app.app.services, {} as never);
    expect(await madeBy(made.id)).toEqual([]);
    expect((await app.call(contract.deleteSchedule, one(made.id))).status).toBe(204);
    expect((await app.call(contract.readSchedule, one(made.id))).error.code).toBe('reports.schedule_not_found');
  });

  it('goes to people of the project who see such rows, and without costs where one of them does not', async () => {
    const stockman = await app.member(project, 'Stockman');
    const toStockman = await create({ kind: 'counterparties', rhythm: 'daily', recipients: [stockman.id] });
    expect([toStockman.status, toStockman.error.code]).toEqual([422, 'reports.no_recipient']);
    const stranger = await app.user();
    expect((await create({ kind: 'goods', rhythm: 'daily', recipients: [stranger.id] })).status).toBe(422);
    const listed = await app.call(contract.listRecipients, { ...at(), query: { kind: 'counterparties' } });
    expect(listed.body.items.map(({ id }) => id)).not.toContain(stockman.id);
    const made = await create({
      kind: 'goods',
      format: 'csv',
      rhythm: 'daily',
      recipients: [project.owner.id, stockman.id],
    });
    await due(made.body.id);
    const [report] = await madeBy(made.body.id);
    const done = await asOwner().over(report?.id ?? '');
    expect((await asOwner().fetched(done)).toString()).not.toContain('Собівартість');
    expect((await app.call(contract.readReport, one(done.id, stockman.token))).status).toBe(200);
  });

  it('stops by itself when whoever made it does not see such rows any more, and says so', async () => {
    const administrator = await app.member(project, 'Administrator');
    const made = await create(
      { kind: 'receipts', rhythm: 'daily', recipients: [project.owner.id] },
      administrator.token,
    );
    await app.call(updateMember, { ...one(administrator.id), body: { role: 'Manager' } });
    await due(made.body.id);
    expect(await read(made.body.id)).toMatchObject({ active: false, stopped: true, next_at: null });
    expect(await madeBy(made.body.id)).toEqual([]);
    expect(await told('reports.schedule_stopped')).toEqual([{ user_id: administrator.id }]);
    // a manager does not see that others are sent what he is not
    expect((await app.call(contract.readSchedule, one(made.body.id, administrator.token))).status).toBe(404);
    const body: Body = { kind: 'receipts', rhythm: 'daily', recipients: [project.owner.id] };
    const again = await app.call(contract.updateSchedule, { ...one(made.body.id), body });
    expect(again.body).toMatchObject({ active: true, stopped: false });
  });

  it('shows only recipients who get it: a role that does not see such rows any more is left out', async () => {
    const manager = await app.member(project, 'Manager');
    const recipients = [project.owner.id, manager.id];
    const body: Body = { kind: 'counterparties', rhythm: 'daily', recipients };
    const made = (await create(body)).body;
    await app.call(updateMember, { ...one(manager.id), body: { role: 'Stockman' } });
    const shown = (await read(made.id)).recipients.map(({ id }) => id);
    expect(shown).toEqual([project.owner.id]);
    const saved = await app.call(contract.updateSchedule, { ...one(made.id), body: { ...body, recipients: shown } });
    expect([saved.status, saved.body.recipients.length]).toEqual([200, 1]);
  });

  it('all that are due are run by one tick, also behind those that fail', async () => {
    const own = await app.project();
    const recipients = [own.owner.id];
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const asked = { token: own.owner.token, params: { project_id: own.id } };
      const made = await app.call(contract.createSchedule, {
        ...asked,
        body: { kind: 'sales', rhythm: 'daily', recipients },
      });
      ids.push(made.body.id);
    }
    // the same minute for all; the first two cannot be run
    await app.sql(own.id, `update report_schedules set next_at = now() - interval '1 day' where project_id = $1`, [
      own.id,
    ]);
    await app.sql(own.id, `update report_schedules set kind = 'none' where project_id = $1 and id = any($2)`, [
      ...[own.id, ids.toSorted().slice(0, 2)],
    ]);
    await runDue(app.app.services, 2);
    const left = await app.sql(own.id, `select id from report_schedules where project_id = $1 and next_at <= now()`, [
      own.id,
    ]);
    expect(left.map(({ id }) => id).toSorted()).toEqual(ids.toSorted().slice(0, 2));
    await app.sql(own.id, 'delete from report_schedules where project_id = $1', [own.id]);
  });

  it('the last free place is taken once', async () => {
    const own = await app.project();
    await app.sql(
      own.id,
      `insert into report_schedules (project_id, id, user_id, kind, format, locale, rhythm, hour, recipients, active)
       select $1, gen_random_uuid(), $2, 'sales', 'xlsx', 'ua', 'daily', 8, array[$2]::uuid[], false from generate_series(2, $3)`,
      [own.id, own.owner.id, contract.MAX_SCHEDULES],
    );
    const body: Body = { kind: 'sales', rhythm: 'daily', recipients: [own.owner.id] };
    const asked = { token: own.owner.token, params: { project_id: own.id }, body };
    const answers = await Promise.all([1, 2, 3].map(() => app.call(contract.createSchedule, asked)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });
});

async function sheet(file: Buffer): Promise<string[][]> {
  const read: string[][] = [];
  for await (const { cells } of readRows(Readable.from([file], { objectMode: false }), {
    file_name: 'a.xlsx',
    limits: {},
  }))
    read.push([...cells]);
  return read;
}

/** The format of the numbers in a column of the first row below the heads, as the workbook names it. */
function formatOf(file: Buffer, column: number): string {
  const parts = unzipSync(new Uint8Array(file));
  const text = (path: string) => Buffer.from(parts[path] ?? []).toString();
  const cell = [...text('xl/worksheets/sheet1.xml').matchAll(/<c r="([A-Z]+)2" s="(\d+)"/g)].find(
    ([, name = '']) => [...name].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0) === column + 1,
  );
  const styles = text('xl/styles.xml');
  const cells = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf numFmtId="(\d+)"/g)];
  const id = cells[Number(cell?.[2] ?? -1)]?.[1] ?? '';
  return new RegExp(`numFmtId="${id}" formatCode="([^"]+)"`).exec(styles)?.[1] ?? id;
}
