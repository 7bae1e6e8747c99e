import * as contract from '@lanka/domain/fiscal/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestProject } from '../../test/harness';
import { connect, openShift, openTill, type Till } from '../../test/till';
import { closeByTime } from './clock';
import { timeNow } from './registers.store';

/** Shifts that are closed by themselves, with the warning before: at times of a day that the test chooses. */
let till: Till;
let project: TestProject;
beforeAll(async () => {
  till = await openTill();
});
afterAll(() => till.close());
beforeEach(async () => {
  till.simulators.calm();
  project = await till.app.project();
});

const at = (id: string) => ({ token: project.owner.token, params: { project_id: project.id, id } });
const read = async (id: string) => (await till.app.call(contract.readRegister, at(id))).body;
/** 20 January 2026 and the next day, Kyiv: winter, two hours before Greenwich. */
const kyiv = (time: string, day = 20) => new Date(`2026-01-${day}T${time}:00+02:00`);
const tick = (now: Date) => closeByTime(till.app.app.services, now);
const told = () =>
  till.app
    .sql<{ kind: string }>(project.id, 'select kind from notice_events where kind like $1 order by created_at, id', [
      'fiscal.%',
    ])
    .then((rows) => rows.map(({ kind }) => kind));

async function openedAt(opened: Date, close_at: string | null): Promise<string> {
  const { body } = await connect(till, project);
  await till.app.call(contract.updateRegister, {
    ...at(body.id),
    body: { close_at },
    headers: { 'if-match': String(body.version) },
  });
  await openShift(till, project, body.id);
  await till.app.sql(project.id, 'update fiscal_shifts set opened_at = $1', [opened.toISOString()]);
  return body.id;
}

describe('a shift that is still open', () => {
  it('is warned of once and closed at its time, which is told when it is closed', async () => {
    const id = await openedAt(kyiv('09:00'), '23:30');
    for (const time of ['12:00', '22:20', '22:30', '22:40', '22:50', '23:20']) await tick(kyiv(time));
    expect(await told()).toEqual(['fiscal.closes_soon']);
    expect((await read(id)).shift).toBe('opened');
    await tick(kyiv('23:30'));
    expect((await read(id)).shift).toBe('closing');
    // it has only begun
    expect(await told()).toEqual(['fiscal.closes_soon']);
    await till.settle(project);
    expect((await read(id)).shift).toBe('closed');
    expect(await told()).toEqual(['fiscal.closes_soon', 'fiscal.closed_by_itself']);
    const { body } = await till.app.call(contract.listShifts, at(id));
    expect(body.items).toMatchObject([{ status: 'closed', closed_by: { kind: 'system' } }]);
    await tick(kyiv('23:40'));
    expect(await told()).toHaveLength(2);
  });

  it('is warned of before midnight when it is closed after it', async () => {
    const id = await openedAt(kyiv('09:00'), '00:10');
    await tick(kyiv('23:10'));
    expect(await told()).toEqual(['fiscal.closes_soon']);
    await tick(kyiv('00:00', 21));
    expect((await read(id)).shift).toBe('opened');
    await tick(kyiv('00:10', 21));
    expect((await read(id)).shift).toBe('closing');
  });

  it('is closed after midnight when nobody could at its time', async () => {
    const id = await openedAt(kyiv('09:00'), '23:30');
    await tick(kyiv('03:20', 21));
    expect((await read(id)).shift).toBe('closing');
  });

  it('is left to the next day when it was opened after its time, but never for more than a day', async () => {
    const id = await openedAt(kyiv('23:35'), '23:30');
    for (const now of [kyiv('23:40'), kyiv('08:00', 21), kyiv('23:10', 21)]) await tick(now);
    expect((await read(id)).shift).toBe('opened');
    await tick(kyiv('23:30', 21));
    expect((await read(id)).shift).toBe('closing');
  });

  it('stays open where nobody has set a time', async () => {
    const id = await openedAt(kyiv('09:00'), null);
    await tick(kyiv('23:59'));
    expect((await read(id)).shift).toBe('opened');
    expect(await told()).toEqual([]);
  });

  it.each([-3, 3])('is as old as it is by our clock, where that of the service is %i hours off', async (hours) => {
    await till.simulators.skew('checkbox', hours * 3_600_000);
    const before = Date.now();
    const { body } = await connect(till, project);
    // an hour ago it was time to close
    const close_at = timeNow(new Date(before - 3_600_000));
    const headers = { 'if-match': String(body.version) };
    await till.app.call(contract.updateRegister, { ...at(body.id), body: { close_at }, headers });
    await openShift(till, project, body.id);
    const [shift] = await till.app.sql<{ opened_at: Date }>(project.id, 'select opened_at from fiscal_shifts');
    const opened = new Date(shift?.opened_at ?? 0).getTime();
    expect(opened >= before - 1_000 && opened <= Date.now()).toBe(true);
    await tick(new Date());
    expect((await read(body.id)).shift).toBe('opened');
    await till.app.call(contract.closeRegister, at(body.id));
    await till.settle(project);
    const { items } = (await till.app.call(contract.listShifts, at(body.id))).body;
    expect(items).toMatchObject([{ status: 'closed' }]);
    expect(Date.parse(items[0]?.closed_at ?? '') >= opened).toBe(true);
  });

  it('that would not close is tried again once an hour, and is not told to be closed', async () => {
    const id = await openedAt(kyiv('09:00'), '23:30');
    await till.simulators.act('checkbox', 'refuse_shifts');
    await tick(kyiv('23:30'));
    await till.settle(project);
    expect(await read(id)).toMatchObject({ shift: 'opened', problem: expect.stringContaining('ДПС') });
    expect(await told()).toEqual([]);
    await tick(kyiv('23:40'));
    expect((await read(id)).shift).toBe('opened');
    await tick(kyiv('00:00', 21));
    await till.settle(project);
    expect(await read(id)).toMatchObject({ shift: 'closed', problem: '' });
    expect(await told()).toEqual(['fiscal.closed_by_itself']);
  });
});
