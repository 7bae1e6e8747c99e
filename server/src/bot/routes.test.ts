import * as contract from '@lanka/domain/bot/contract';
import {
  listIntegrationCalls,
  listIntegrations,
  pauseIntegration,
  resumeIntegration,
  retryIntegrationTasks,
} from '@lanka/domain/integrations/contract';
import { saveNoticeSettings } from '@lanka/domain/notices/contract';
import { addComment, moveOrder, readOrder, updateOrder } from '@lanka/domain/orders/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../test/harness';
import { codeIn, IHOR, linkOf, MARIA, OLENA, openTelegram, PETER, TEAM, type TelegramWorld } from '../../test/telegram';
import { CUSTOMER, DELIVERY, makeDropshipper, makeVariants, orderBody, placeOrder } from '../../test/trade';
import { measureServices } from '../integrations';
import { lockOrder, moveOrder as moveLocked } from '../orders';
import { authoriseKnown } from '../projects';
import { hearWaiting, pollOnce, sendWaiting, setUp } from '.';
import { poll } from './known';
import { insertMessages, nextDue } from './outbox.store';
import { lastUpdate } from './updates.store';

let world: TelegramWorld;
let variant: string;

beforeAll(async () => {
  world = await openTelegram();
  [variant = ''] = await makeVariants(world.app, world.project, [{ stock: 100, sku: 'AB-12' }]);
});
afterAll(() => world.close());
beforeEach(async () => {
  world.cloud.calm();
  await world.app.deliver();
  await world.app.sql(world.project.id, 'delete from bot_links');
  await world.app.sql(world.project.id, 'delete from bot_groups');
  await world.app.sql(world.project.id, 'delete from notice_choices');
  await world.app.sql(null, `update bot_messages set state = 'closed' where state = 'waiting'`);
});

const owner = () => ({ params: { project_id: world.project.id }, token: world.project.owner.token });
const enable = (body: { telegram_username?: string } = {}, at = owner()) =>
  world.app.call(contract.enableBot, { ...at, body });
const last = async (person: number, group?: number) => (await world.chat(person, group)).at(-1);
const place = async (token = world.seller.token): Promise<string> => {
  const made = await placeOrder(world.app, world.project, token, orderBody({ [variant]: 1 }, { send: true }));
  expect(made.status).toBe(201);
  return made.body.id;
};
const press = async (person: number, label: string, group?: number) => {
  const messages = await world.chat(person, group);
  const message = messages.filter(({ buttons }) => buttons.flat().some(({ text }) => text === label)).at(-1);
  const button = message?.buttons.flat().find(({ text }) => text === label);
  if (!message || !button) throw new Error(`no button ${label}`);
  return world.act({
    ...{ act: 'press', person, message: message.message_id, data: button.callback_data },
    ...(group === undefined ? {} : { group }),
  });
};
/** The bot in the group of the team, as who holds this token has asked for it. */
const addTeam = async (token = world.project.owner.token): Promise<contract.BotGroup> => {
  const made = await world.app.call(contract.addBotGroup, {
    ...{ params: owner().params, token, body: { areas: ['orders'] } },
  });
  expect(made.status).toBe(201);
  await world.act({ act: 'add', person: OLENA, group: TEAM, payload: codeIn(made.body.deep_link) });
  await world.hear();
  return made.body;
};
const statusOf = async (id: string) =>
  (await world.app.call(readOrder, { params: { project_id: world.project.id, id }, token: world.project.owner.token }))
    .body.status;

describe('a person', () => {
  it('is connected by the link of step 1, is tested, and disconnects', async () => {
    expect((await linkOf(world, world.project.owner))?.status).toBe('off');
    const { status, body } = await enable({ telegram_username: '@Olena_Factory' });
    expect([status, body.status, body.username]).toEqual([200, 'pending', 'Olena_Factory']);
    expect(body.qr_svg).toMatch(/^<svg/);
    expect(codeIn(body.deep_link).length).toBeLessThanOrEqual(64);
    // the code is kept as its hash alone
    const [kept] = await world.app.sql<{ code_hash: string }>(world.project.id, 'select code_hash from bot_links');
    expect(body.deep_link).not.toContain(kept?.code_hash);
    await world.act({ act: 'start', person: OLENA, payload: codeIn(body.deep_link) });
    await world.hear();
    expect(await linkOf(world, world.project.owner)).toMatchObject({
      ...{ status: 'active', username: 'olena_factory', chat_name: 'Олена', deep_link: null },
    });
    expect((await last(OLENA))?.text).toContain('Готово: сповіщення проєкту «Текстиль <Плюс>»');
    expect((await world.app.call(contract.testBot, owner())).body).toEqual({ sent: true });
    expect((await last(OLENA))?.text).toContain('Перевірка зв’язку');
    expect((await world.app.call(contract.disableBot, owner())).body.status).toBe('off');
    const test = await world.app.call(contract.testBot, owner());
    expect([test.status, test.error.code]).toEqual([409, 'bot.repeat_step_1']);
  });

  it.each([-3, 3])('is connected where the clock of Telegram is %i hours off', async (hours) => {
    await world.cloud.skew('telegram', hours * 3_600_000);
    const { body } = await enable({});
    await world.act({ act: 'start', person: OLENA, payload: codeIn(body.deep_link) });
    await world.hear();
    expect(await linkOf(world, world.project.owner)).toMatchObject({ status: 'active' });
    expect((await world.app.call(contract.testBot, owner())).body).toEqual({ sent: true });
    await world.app.call(contract.disableBot, owner());
    world.cloud.calm();
  });

  it('uses a code once: whoever comes second finds none, and neither does who comes too late or without', async () => {
    const { body } = await enable();
    const payload = codeIn(body.deep_link);
    await world.act({ act: 'start', person: OLENA, payload });
    await world.act({ act: 'start', person: IHOR, payload });
    await pollOnce(world.app.app.services);
    await Promise.all([hearWaiting(world.app.app.services), hearWaiting(world.app.app.services)]);
    await world.hear();
    expect((await last(OLENA))?.text).toContain('Готово');
    expect((await last(IHOR))?.text).toContain('Код не знайдено');
    const [{ n } = { n: 0 }] = await world.app.sql<{ n: number }>(
      world.project.id,
      `select count(*)::int as n from bot_links where status = 'active'`,
    );
    expect(n).toBe(1);

    await world.app.call(contract.disableBot, owner());
    const late = await enable();
    await world.app.sql(world.project.id, `update bot_links set code_until = now() - interval '1 second'`);
    await world.act({ act: 'start', person: OLENA, payload: codeIn(late.body.deep_link) });
    await world.act({ act: 'start', person: MARIA });
    await world.act({ act: 'start', person: PETER, payload: 'nonsense' });
    await world.hear();
    expect((await last(OLENA))?.text).toContain('Повторіть крок 1');
    expect((await last(MARIA))?.text).toContain('Код не знайдено');
    expect((await last(PETER))?.text).toContain('Code not found');
  });

  it('is asked for the account of the name that was given', async () => {
    const bad = await enable({ telegram_username: 'оля' });
    expect([bad.status, bad.error.details[0]?.path]).toEqual([400, 'telegram_username']);
    const { body } = await enable({ telegram_username: 'OLENA_factory' });
    await world.act({ act: 'start', person: IHOR, payload: codeIn(body.deep_link) });
    await world.hear();
    expect((await last(IHOR))?.text).toContain('для @OLENA_factory');
    expect((await linkOf(world, world.project.owner))?.status).toBe('pending');
    // the code is not burnt by a stranger
    await world.act({ act: 'start', person: OLENA, payload: codeIn(body.deep_link) });
    await world.hear();
    expect((await linkOf(world, world.project.owner))?.status).toBe('active');
  });

  it('has one chat for several projects: in the second it is his at once', async () => {
    await world.link(world.seller, IHOR);
    const other = await world.app.project('Друга фабрика');
    const second = await makeDropshipper(world.app, other);
    await world.app.sql(other.id, 'update memberships set user_id = $2 where user_id = $1', [
      second.id,
      world.seller.id,
    ]);
    const there = await world.app.call(contract.enableBot, {
      ...{ params: { project_id: other.id }, token: world.seller.token, body: {} },
    });
    expect(there.body).toMatchObject({ status: 'active', username: 'ihor_drop', deep_link: null });
    await world.act({ act: 'say', person: IHOR, text: '/stop' });
    await world.hear();
    const { body } = await world.app.call(contract.readMyBotLinks, { token: world.seller.token });
    expect(body.projects.map(({ link }) => [link.status, link.stopped_by])).toEqual([
      ['inactive', 'stop'],
      ['inactive', 'stop'],
    ]);
  });

  it('who blocks the bot is told in the app, and is written to again when he unblocks it', async () => {
    await world.link(world.project.owner, OLENA);
    await world.act({ act: 'block', person: OLENA });
    await world.hear();
    expect(await linkOf(world, world.project.owner)).toMatchObject({ status: 'inactive', stopped_by: 'block' });
    await world.app.deliver();
    const told = await world.app.sql(world.project.id, `select from notices where kind = 'bot.stopped'`);
    expect(told).toHaveLength(1);
    const test = await world.app.call(contract.testBot, owner());
    expect([test.status, test.error.code]).toEqual([409, 'bot.blocked']);
    await world.act({ act: 'unblock', person: OLENA });
    await world.hear();
    expect((await linkOf(world, world.project.owner))?.status).toBe('active');
    // of a block that nobody told of the next message learns
    await world.cloud.act('telegram', 'blocked_chat', { chat: String(OLENA) });
    await place();
    await world.deliver();
    expect((await linkOf(world, world.project.owner))?.status).toBe('inactive');
  });

  it('is refused where the operator has no bot, and while Telegram is away', async () => {
    const bare = await testApp();
    const project = await bare.project();
    const at = { params: { project_id: project.id }, token: project.owner.token };
    const off = await bare.call(contract.enableBot, { ...at, body: {} });
    expect([off.status, off.error.code]).toEqual([409, 'bot.off']);
    expect((await bare.call(contract.readMyBotLinks, { token: project.owner.token })).body.bot).toBeNull();
    await bare.close();
    // one of which Telegram has told nothing yet is a bot
    await world.app.sql(null, `delete from bot_states where key = 'bot'`);
    const mine = await world.app.call(contract.readMyBotLinks, { token: world.project.owner.token });
    expect(mine.body.bot).toEqual({ username: null, address: null });
    await world.link(world.project.owner, OLENA);
    world.cloud.fault('telegram', { kind: 'down' });
    const test = await world.app.call(contract.testBot, owner());
    expect([test.status, test.error.code]).toEqual([503, 'bot.unavailable']);
  });
});

describe('notices', () => {
  it('come with the project and a link, in the language of who reads, without anything of the customer', async () => {
    await world.link(world.project.owner, OLENA);
    const peter = await world.app.member(world.project, 'Manager');
    await world.app.sql(null, `update users set locale = 'en' where id = $1`, [peter.id]);
    await world.link(peter, PETER);
    await place();
    await world.deliver();
    const [ua, en] = [await last(OLENA), await last(PETER)];
    expect(ua?.text).toMatch(/^Текстиль <Плюс>\nНове замовлення № \d+\n/);
    expect(ua?.text).toMatch(/Відкрити$/);
    expect(en?.text).toMatch(/^Текстиль <Плюс>\nNew order № \d+\n/);
    expect(ua?.buttons.flat().map(({ text }) => text)).toEqual(['Підтвердити', 'ТТН']);
  });

  it('keep what people wrote to the app: a comment may name a customer', async () => {
    await world.link(world.project.owner, OLENA);
    await world.app.call(saveNoticeSettings, {
      token: world.project.owner.token,
      body: {
        projects: [
          { project_id: world.project.id, choices: [{ area: 'comments', app: true, mail: 'off', bot: 'now' }] },
        ],
      },
    });
    const id = await place();
    await world.app.call(addComment, {
      ...{ params: { project_id: world.project.id, id }, token: world.seller.token },
      body: { text: `Подзвоніть ${CUSTOMER.name}, ${CUSTOMER.phone}` },
    });
    await world.deliver();
    const said = (await world.chat(OLENA)).map(({ text }) => text).join('\n');
    expect(said).toContain('Коментар до замовлення');
    for (const secret of [CUSTOMER.name, CUSTOMER.phone, DELIVERY.address]) expect(said).not.toContain(secret);
    const kept = await world.app.sql<{ html: string }>(null, 'select html from bot_messages');
    for (const { html } of kept) expect(html).not.toContain(CUSTOMER.phone);
  });

  it('come as each person chose for the project, and only as long as he is in it', async () => {
    await world.link(world.project.owner, OLENA);
    const count = async () => (await world.chat(OLENA)).length;
    const choose = (bot: 'off' | 'important') =>
      world.app.call(saveNoticeSettings, {
        token: world.project.owner.token,
        body: {
          projects: [{ project_id: world.project.id, choices: [{ area: 'orders', app: true, mail: 'off', bot }] }],
        },
      });
    expect((await choose('off')).status).toBe(200);
    const before = await count();
    await place();
    await world.deliver();
    expect(await count()).toBe(before);
    await choose('important');
    await place();
    await world.deliver();
    expect(await count()).toBe(before + 1);
    // what an older program sends of mail alone leaves it as it was
    await choose('off');
    await world.app.call(saveNoticeSettings, {
      token: world.project.owner.token,
      body: { projects: [{ project_id: world.project.id, choices: [{ area: 'orders', app: true, mail: 'now' }] }] },
    });
    const [kept] = await world.app.sql<{ bot: string }>(world.project.id, 'select bot from notice_choices');
    expect(kept?.bot).toBe('off');
  });

  it('tell a dropshipper of the status of his order', async () => {
    await world.link(world.seller, IHOR);
    const id = await place();
    await world.app.call(moveOrder, {
      ...{ params: { project_id: world.project.id, id }, token: world.project.owner.token },
      body: { to: 'Ready' },
    });
    await world.deliver();
    expect((await last(IHOR))?.text).toMatch(/Замовлення № \d+: Готове/);
  });
});

describe('a button', () => {
  it('confirms an order once, however often it is pressed, and then says what is now', async () => {
    await world.link(world.project.owner, OLENA);
    const id = await place();
    await world.deliver();
    await press(OLENA, 'Підтвердити');
    await press(OLENA, 'Підтвердити');
    await world.hear();
    expect(await statusOf(id)).toBe('InProduction');
    const moves = await world.app.sql(
      world.project.id,
      `select from order_history where order_id = $1 and kind = 'moved' and "to" = 'InProduction'`,
      [id],
    );
    expect(moves).toHaveLength(1);
    expect(await world.alert()).toMatch(/зараз: У виробництві/);
    const changed = (await world.chat(OLENA)).find(({ text }) => text.includes('У виробництві'));
    expect(changed?.buttons).toEqual([]);
  });

  it('does what its presser may at this moment, not what he might when it came', async () => {
    const manager = await world.app.member(world.project, 'Manager');
    await world.link(manager, MARIA);
    const id = await place();
    await world.deliver();
    await world.app.sql(world.project.id, `update memberships set role = 'Producer' where user_id = $1`, [manager.id]);
    await press(MARIA, 'Підтвердити');
    await world.hear();
    expect(await world.alert()).toContain('Ваша роль не дозволяє');
    await world.app.sql(
      world.project.id,
      `update memberships set role = 'Manager', ended_at = now() where user_id = $1`,
      [manager.id],
    );
    await press(MARIA, 'Підтвердити');
    await world.hear();
    expect(await world.alert()).toBe('Ви більше не берете участі в цьому проєкті');
    await world.app.sql(world.project.id, 'update memberships set ended_at = null where user_id = $1', [manager.id]);
    await world.app.sql(null, 'update users set blocked_at = now() where id = $1', [manager.id]);
    await press(MARIA, 'Підтвердити');
    await world.hear();
    expect(await world.alert()).toBe('Ви більше не берете участі в цьому проєкті');
    expect(await statusOf(id)).toBe('Pending');
    // somebody whom the bot does not know in this project
    const [shown] = (await world.chat(MARIA)).filter(({ buttons }) => buttons.length > 0).slice(-1);
    await world.act({
      ...{ act: 'press', person: PETER, message: shown?.message_id ?? 0 },
      data: shown?.buttons[0]?.[0]?.callback_data ?? '',
    });
    await world.hear();
    expect(await world.alert()).toContain('Connect your Telegram');
    expect(await statusOf(id)).toBe('Pending');
  });

  it('shows the waybill of an order', async () => {
    await world.link(world.project.owner, OLENA);
    const id = await place();
    await world.deliver();
    await world.app.call(updateOrder, {
      ...{ params: { project_id: world.project.id, id }, token: world.project.owner.token },
      body: { delivery: { ...DELIVERY, ttn: '20450000000001' } },
    });
    await press(OLENA, 'ТТН');
    await world.hear();
    expect(await world.alert()).toBe('ТТН 20450000000001');
    expect((await last(OLENA))?.text).toContain('20450000000001');
  });

  it('is pressed by two people in a group: the order moves once', async () => {
    const second = await world.app.member(world.project, 'Manager');
    await world.link(world.project.owner, OLENA);
    await world.link(second, PETER);
    const made = await world.app.call(contract.addBotGroup, { ...owner(), body: { areas: ['orders'] } });
    await world.act({ act: 'add', person: OLENA, group: TEAM, payload: codeIn(made.body.deep_link) });
    await world.hear();
    const id = await place();
    await world.deliver();
    await Promise.all([press(OLENA, 'Підтвердити', TEAM), press(PETER, 'Підтвердити', TEAM)]);
    await pollOnce(world.app.app.services);
    await Promise.all([1, 2, 3].map(() => hearWaiting(world.app.app.services)));
    await world.hear();
    expect(await statusOf(id)).toBe('InProduction');
    const moves = await world.app.sql(
      world.project.id,
      `select from order_history where order_id = $1 and "to" = 'InProduction'`,
      [id],
    );
    expect(moves).toHaveLength(1);
  });

  it('waits for whoever moves the order at this moment, and takes nothing of it for its own', async () => {
    await world.link(world.project.owner, OLENA);
    const id = await place();
    await world.deliver();
    await press(OLENA, 'Підтвердити');
    const { services } = world.app.app;
    await pollOnce(services);
    let heard: Promise<void> | undefined;
    await services.db.transaction({ projectIds: [world.project.id] }, async (tx) => {
      const scope = await authoriseKnown(tx, world.project.id, world.project.owner.id);
      if (!scope) throw new Error('the owner is in his project');
      await lockOrder(tx, scope, id);
      heard = hearWaiting(services);
      const waits = () =>
        world.app.sql(
          null,
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
      await expect.poll(async () => (await waits()).length, { timeout: 20_000 }).toBeGreaterThan(0);
      await moveLocked(tx, services, scope, id, 'InProduction', '');
    });
    await heard;
    await world.flush();
    expect(await world.alert()).toMatch(/зараз: У виробництві/);
    const [changed] = (await world.chat(OLENA)).filter(({ text }) => text.includes('зараз: У виробництві')).slice(-1);
    expect(changed?.buttons).toEqual([]);
  });

  it('says nothing more in a group that its project has removed', async () => {
    await world.link(world.project.owner, OLENA);
    const group = await addTeam();
    const id = await place();
    await world.deliver();
    await world.app.call(contract.removeBotGroup, { ...owner(), params: { ...owner().params, id: group.id } });
    const before = await world.chat(OLENA, TEAM);
    await press(OLENA, 'Підтвердити', TEAM);
    await world.hear();
    expect(await world.alert()).toBe('Цей проєкт більше не пише в цю групу');
    expect(await world.chat(OLENA, TEAM)).toEqual(before);
    expect(await statusOf(id)).toBe('Pending');
  });
});

describe('what was written', () => {
  it('is not given up while something fails for a moment', async () => {
    await world.act({ act: 'start', person: OLENA });
    await world.hear();
    const before = (await world.chat(OLENA)).length;
    const { services } = world.app.app;
    const send = services.jobs.send.bind(services.jobs);
    const failing = vi.spyOn(services.jobs, 'send').mockImplementation((tx, job, ...rest) => {
      if (job.name === 'bot.send') throw new Error('the database is away for a moment');
      return send(tx, job, ...rest);
    });
    await world.act({ act: 'say', person: OLENA, text: '/help' });
    await pollOnce(services);
    for (let n = 0; n < 6; n += 1) await hearWaiting(services);
    failing.mockRestore();
    const [kept] = await world.app.sql<{ attempts: number }>(
      null,
      'select attempts from bot_updates where done_at is null',
    );
    expect(kept?.attempts).toBe(1);
    // the time in which nobody tries is over
    await world.app.sql(null, `delete from bot_states where key = 'hear'`);
    await world.hear();
    expect(await world.chat(OLENA)).toHaveLength(before + 1);
  });

  it('is asked for again whatever fails, and the operator reads what Telegram said', async () => {
    const { services } = world.app.app;
    const warn = vi.spyOn(services.log, 'warn');
    const poke = vi.spyOn(services.jobs, 'poke').mockRejectedValueOnce(new Error('the database is away for a moment'));
    world.cloud.fault('telegram', { kind: 'unavailable', only: 'getUpdates' });
    await poll(services, { owner: 'a' }, 0);
    expect(poke).toHaveBeenCalledOnce();
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ error_code: 503 }),
      'Telegram was not asked for updates',
    );
    warn.mockRestore();
    poke.mockRestore();
  });

  it('is asked for from the first on when the operator takes another bot', async () => {
    const { services } = world.app.app;
    await world.act({ act: 'say', person: OLENA, text: '/help' });
    await world.hear();
    const last = () => services.db.transaction({ readOnly: true }, lastUpdate);
    expect(await last()).not.toBeNull();
    await setUp(services);
    await world.app.sql(
      null,
      `update bot_states set until = now() - interval '1 second', value = jsonb_set(value, '{set_up}', '"another"')
       where key = 'bot'`,
    );
    await setUp(services);
    expect(await last()).not.toBeNull();
    await world.app.sql(
      null,
      `update bot_states set value = value || '{"id": 1, "set_up": "another"}' where key = 'bot'`,
    );
    await setUp(services);
    expect(await last()).toBeNull();
  });
});

describe('commands', () => {
  it('tell of stock and orders what the asker may see', async () => {
    await world.link(world.seller, IHOR);
    const id = await place();
    const stranger = await makeDropshipper(world.app, world.project);
    await world.link(stranger, MARIA);
    const { body: order } = await world.app.call(readOrder, {
      params: { project_id: world.project.id, id },
      token: world.project.owner.token,
    });
    const say = async (person: number, text: string) => {
      await world.act({ act: 'say', person, text });
      await world.hear();
      return (await last(person))?.text ?? '';
    };
    expect(await say(IHOR, '/help')).toContain('/stock');
    expect(await say(IHOR, '/stock ab-12')).toMatch(/Плаття «Марта».*доступно \d+/s);
    expect(await say(IHOR, '/stock <b>')).toContain('Товару з артикулом «<b>» немає');
    expect(await say(IHOR, '/stock')).toContain('Напишіть артикул');
    const told = await say(IHOR, `/order ${order.number}`);
    expect(told).toContain('На розгляді');
    expect(told).toContain('Сума');
    await addTeam();
    await world.act({ act: 'say', person: IHOR, group: TEAM, text: `/order ${order.number}` });
    await world.hear();
    const inGroup = (await last(IHOR, TEAM))?.text ?? '';
    expect(inGroup).toContain('На розгляді');
    expect(inGroup).not.toContain('Сума');
    for (const secret of [CUSTOMER.name, CUSTOMER.phone]) expect(told).not.toContain(secret);
    expect(await say(MARIA, `/order ${order.number}`)).toContain('немає, або воно не ваше');
    expect(await say(PETER, '/stock AB-12')).toContain('I do not know you yet');
    await world.app.sql(world.project.id, `update projects set stock_told = 'hidden' where id = $1`, [
      world.project.id,
    ]);
    expect(await say(IHOR, '/stock AB-12')).toContain('не показує');
    await world.app.sql(world.project.id, `update projects set stock_told = 'number' where id = $1`, [
      world.project.id,
    ]);
    expect(
      (
        await world.app.call(changeStock, {
          params: { project_id: world.project.id, id: variant },
          token: owner().token,
          body: { delta: 1 },
        })
      ).status,
    ).toBe(200);
  });
});

describe('a group of the team', () => {
  it('is added by no code of somebody who is no leader any more', async () => {
    const admin = await world.app.member(world.project, 'Administrator');
    const made = await world.app.call(contract.addBotGroup, {
      ...{ params: owner().params, token: admin.token, body: { areas: ['orders'] } },
    });
    expect(made.status).toBe(201);
    const payload = codeIn(made.body.deep_link);
    const tries = [
      [`role = 'Manager'`, `role = 'Administrator'`],
      ['ended_at = now()', 'ended_at = null'],
    ] as const;
    for (const [loses, has] of tries) {
      await world.app.sql(world.project.id, `update memberships set ${loses} where user_id = $1`, [admin.id]);
      await world.act({ act: 'add', person: OLENA, group: TEAM, payload });
      await world.hear();
      expect((await last(OLENA, TEAM))?.text).toContain('Цей код більше не діє');
      expect((await world.app.call(contract.listBotGroups, owner())).body.items[0]?.status).toBe('pending');
      await world.app.sql(world.project.id, `update memberships set ${has} where user_id = $1`, [admin.id]);
    }
    await world.act({ act: 'add', person: OLENA, group: TEAM, payload });
    await world.hear();
    expect((await world.app.call(contract.listBotGroups, owner())).body.items[0]?.status).toBe('active');
  });

  it('gets what was chosen for it, and follows when it grows', async () => {
    await world.link(world.project.owner, OLENA);
    const { id } = await addTeam();
    expect((await world.app.call(contract.listBotGroups, owner())).body.items).toMatchObject([
      { id, status: 'active', title: 'Команда складу', areas: ['orders'] },
    ]);
    await place();
    await world.deliver();
    expect((await last(OLENA, TEAM))?.text).toContain('Нове замовлення');
    const one = { ...owner(), params: { ...owner().params, id } };
    const changed = await world.app.call(contract.changeBotGroup, { ...one, body: { areas: ['money'] } });
    expect(changed.body.areas).toEqual(['money']);
    const stale = await world.app.call(contract.changeBotGroup, {
      ...{ ...one, body: { areas: ['stock'] }, headers: { 'if-match': '"1"' } },
    });
    expect(stale.status).toBe(409);
    const before = (await world.chat(OLENA, TEAM)).length;
    await place();
    await world.deliver();
    expect(await world.chat(OLENA, TEAM)).toHaveLength(before);
    await world.app.call(contract.changeBotGroup, { ...one, body: { areas: ['orders'] } });
    await world.cloud.act('telegram', 'grow');
    await place();
    await world.deliver();
    const grown = -1_000_000_000_000 + TEAM;
    expect((await last(OLENA, grown))?.text).toContain('Нове замовлення');
    await world.act({ act: 'put_out', person: OLENA, group: grown });
    await world.hear();
    expect((await world.app.call(contract.listBotGroups, owner())).body.items[0]?.status).toBe('inactive');
    expect((await world.app.call(contract.removeBotGroup, one)).status).toBe(204);
    const gone = await world.app.call(contract.removeBotGroup, one);
    expect([gone.status, gone.error.code]).toEqual([404, 'bot.group_not_found']);
  });

  it('is added by leaders alone, by a code that is for groups', async () => {
    const manager = await world.app.member(world.project, 'Manager');
    const asked = await world.app.call(contract.addBotGroup, {
      ...{ params: owner().params, token: manager.token, body: { areas: ['orders'] } },
    });
    expect(asked.status).toBe(403);
    const made = await world.app.call(contract.addBotGroup, { ...owner(), body: { areas: ['orders'] } });
    await world.act({ act: 'start', person: MARIA, payload: codeIn(made.body.deep_link) });
    await world.hear();
    expect((await last(MARIA))?.text).toContain('для групи');
    for (let n = 1; n < 20; n += 1)
      await world.app.call(contract.addBotGroup, { ...owner(), body: { areas: ['orders'] } });
    const full = await world.app.call(contract.addBotGroup, { ...owner(), body: { areas: ['orders'] } });
    expect([full.status, full.error.code]).toEqual([409, 'bot.too_many_groups']);
  });
});

describe('the queue', () => {
  /** Answers of no project, unless it is told. */
  const write = (chat_id: number, html: string, folds = false, of_project: string | null = null) =>
    world.app.app.services.db.transaction({}, (tx) =>
      insertMessages(tx, [{ chat_id: String(chat_id), of_project, html, folds }]),
    );
  const stateOf = async (html: string) =>
    (await world.app.sql<{ state: string }>(null, 'select state from bot_messages where html = $1', [html]))[0]?.state;
  const service = () => ({ ...owner(), params: { ...owner().params, service: 'telegram' as const } });

  it('lets a chat that has to wait hold up no other, and waits as long as it is asked to', async () => {
    await world.act({ act: 'start', person: OLENA });
    await world.act({ act: 'start', person: IHOR });
    await world.hear();
    await world.cloud.act('telegram', 'slow_chat', { chat: String(OLENA), times: '1', seconds: '30' });
    await write(OLENA, 'повільно');
    await write(IHOR, 'швидко');
    await world.app.sql(null, 'delete from bot_chats');
    await sendWaiting(world.app.app.services, { maySleep: false });
    expect((await last(IHOR))?.text).toBe('швидко');
    const [waits] = await world.app.sql<{ state: string; seconds: number }>(
      null,
      `select state, extract(epoch from next_at - now())::int as seconds from bot_messages where html = 'повільно'`,
    );
    expect(waits?.state).toBe('waiting');
    expect(waits?.seconds).toBeGreaterThan(25);
    await world.flush();
    expect((await last(OLENA))?.text).toBe('повільно');
  });

  it('makes one message of many that wait for a chat', async () => {
    await world.act({ act: 'start', person: OLENA });
    await world.hear();
    const before = (await world.chat(OLENA)).length;
    for (let n = 1; n <= 6; n += 1) await write(OLENA, `новина ${n}`, true);
    await world.flush();
    const came = (await world.chat(OLENA)).slice(before);
    expect(came).toHaveLength(1);
    expect(came[0]?.text).toBe([1, 2, 3, 4, 5, 6].map((n) => `новина ${n}`).join('\n\n'));
  });

  it('is paused, counted and tried again where all services are', async () => {
    await world.link(world.project.owner, OLENA);
    const of = service();
    await world.app.call(pauseIntegration, of);
    const before = (await world.chat(OLENA)).length;
    await write(OLENA, 'після паузи', false, world.project.id);
    await sendWaiting(world.app.app.services, { maySleep: false });
    const paused = (await world.app.call(listIntegrations, owner())).body.items.find(
      (one) => one.service === 'telegram',
    );
    expect(paused).toMatchObject({ state: 'paused', waiting: 1, settings: '/cp/integrations/bot' });
    expect(await world.chat(OLENA)).toHaveLength(before);
    await world.app.call(resumeIntegration, of);
    await world.flush();
    expect((await last(OLENA))?.text).toBe('після паузи');
    const { body: calls } = await world.app.call(listIntegrationCalls, { ...of, query: {} });
    expect(calls.items[0]).toMatchObject({ action: 'sendMessage', outcome: 'ok' });
    expect(JSON.stringify(calls)).not.toContain('після паузи');
  });

  it('goes on for all others while one project has paused the bot, however much waits there', async () => {
    await world.link(world.project.owner, OLENA);
    const paused = await world.app.project('На паузі');
    await world.app.sql(
      paused.id,
      `insert into bot_groups (project_id, id, status, title, areas, locale, chat_id, added_by)
       select $1, gen_random_uuid(), 'active', 'Група', '{orders}', 'ua', '-98000' || n, $2 from generate_series(1, 25) n`,
      [paused.id, paused.owner.id],
    );
    await world.app.call(pauseIntegration, {
      params: { project_id: paused.id, service: 'telegram' },
      token: paused.owner.token,
    });
    const waiting = Array.from({ length: 25 * 21 }, (_, n) => ({
      ...{ chat_id: `-98000${(n % 25) + 1}`, is_group: true, of_project: paused.id, html: `на паузі ${n}` },
    }));
    await world.app.app.services.db.transaction({}, (tx) => insertMessages(tx, waiting));
    await world.app.sql(null, 'delete from bot_chats');
    await write(OLENA, 'для решти', false, world.project.id);
    await sendWaiting(world.app.app.services, { maySleep: false });
    expect((await last(OLENA))?.text).toBe('для решти');
    const [held] = await world.app.sql<{ all: number; due: number }>(
      null,
      `select count(*)::int as all, (count(*) filter (where next_at <= now()))::int as due
       from bot_messages where of_project = $1 and state = 'waiting'`,
      [paused.id],
    );
    expect(held).toEqual({ all: 525, due: 0 });
  });

  it('says when something is due, however long it has been', async () => {
    await write(OLENA, 'давнє');
    await world.app.sql(null, 'delete from bot_chats');
    await world.app.sql(null, `update bot_messages set next_at = now() - interval '29 days' where html = 'давнє'`);
    expect(await world.app.app.services.db.transaction({ readOnly: true }, (tx) => nextDue(tx, 4))).toBe(0);
  });

  it('tells nothing to whoever may no longer be told, whatever waited for him', async () => {
    const manager = await world.app.member(world.project, 'Manager');
    await world.link(manager, MARIA);
    const before = (await world.chat(MARIA)).length;
    const endings: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
      [
        'вилучено',
        () =>
          world.app.sql(world.project.id, 'update memberships set ended_at = now() where user_id = $1', [manager.id]),
        () =>
          world.app.sql(world.project.id, 'update memberships set ended_at = null where user_id = $1', [manager.id]),
      ],
      [
        'заблоковано',
        () => world.app.sql(null, 'update users set blocked_at = now() where id = $1', [manager.id]),
        () => world.app.sql(null, 'update users set blocked_at = null where id = $1', [manager.id]),
      ],
      [
        'інше імʼя',
        () =>
          world.app.call(contract.enableBot, {
            ...{ params: owner().params, token: manager.token, body: { telegram_username: 'maria_other' } },
          }),
        async () => undefined,
      ],
    ];
    for (const [html, ends, begins] of endings) {
      await write(MARIA, html, false, world.project.id);
      await write(MARIA, `${html}: не вдалося`, false, world.project.id);
      await world.app.sql(null, `update bot_messages set state = 'failed' where html = $1`, [`${html}: не вдалося`]);
      await ends();
      // both wait again
      expect((await world.app.call(retryIntegrationTasks, service())).status).toBe(200);
      await world.flush();
      expect([await stateOf(html), await stateOf(`${html}: не вдалося`)], html).toEqual(['closed', 'closed']);
      await begins();
    }
    expect(await world.chat(MARIA)).toHaveLength(before);
  });

  it('closes what was given up with what waits, when its chat is disconnected or stopped', async () => {
    await world.link(world.project.owner, OLENA);
    await world.link(world.seller, IHOR);
    for (const [person, html] of [
      [OLENA, 'відключено'],
      [IHOR, 'зупинено'],
    ] as const) {
      await write(person, html, false, world.project.id);
      await world.app.sql(null, `update bot_messages set state = 'failed' where html = $1`, [html]);
    }
    await world.app.call(contract.disableBot, owner());
    await world.act({ act: 'say', person: IHOR, text: '/stop' });
    await world.hear();
    expect([await stateOf('відключено'), await stateOf('зупинено')]).toEqual(['closed', 'closed']);
  });

  it('leaves the worker of jobs to others in time', async () => {
    await world.app.sql(null, 'delete from bot_chats');
    const chats = Array.from({ length: 26 }, (_, n) => ({ chat_id: `98${n}`, of_project: null, html: `по часу ${n}` }));
    await world.app.app.services.db.transaction({}, (tx) => insertMessages(tx, chats));
    const left = async () =>
      (await world.app.sql(null, `select from bot_messages where html like 'по часу%' and state = 'waiting'`)).length;
    await sendWaiting(world.app.app.services, { maySleep: false, forMs: 0 });
    expect(await left()).toBe(1);
    await sendWaiting(world.app.app.services, { maySleep: false, forMs: 0 });
    expect(await left()).toBe(0);
  });

  it('is counted where the operator looks at services', async () => {
    await world.app.sql(null, `update bot_messages set state = 'closed' where state in ('waiting', 'failed')`);
    await world.link(world.project.owner, OLENA);
    await write(OLENA, 'чекає', false, world.project.id);
    await write(OLENA, 'не пішло', false, world.project.id);
    await write(PETER, 'нічиє');
    await world.app.sql(null, `update bot_messages set state = 'failed' where html = 'не пішло'`);
    await world.app.sql(
      null,
      `update bot_messages set created_at = now() - interval '20 minutes' where html in ('чекає', 'нічиє')`,
    );
    await measureServices(world.app.app.services);
    const [figures] = await world.app.sql(
      null,
      `select waiting, given_up, late, (extract(epoch from now() - waiting_since) / 60)::int as minutes
       from service_figures where service = 'telegram'`,
    );
    expect(figures).toMatchObject({ waiting: 2, given_up: 1, late: 1, minutes: 20 });
    const [trouble] = await world.app.sql(
      null,
      `select trouble, waiting, given_up from service_troubles where service = 'telegram' and of_project = $1`,
      [world.project.id],
    );
    expect(trouble).toEqual({ trouble: 'late', waiting: 1, given_up: 1 });
    // a chat of somebody who has left is no connection
    const state = async () =>
      (await world.app.call(listIntegrations, owner())).body.items.find((one) => one.service === 'telegram')?.state;
    expect(await state()).not.toBe('off');
    await world.app.sql(world.project.id, 'update bot_links set user_id = $1', [
      (await world.app.member(world.project, 'Manager')).id,
    ]);
    await world.app.sql(
      world.project.id,
      'update memberships set ended_at = now() where user_id in (select user_id from bot_links)',
    );
    expect(await state()).toBe('off');
  });
});

describe('with a public address', () => {
  it('takes what Telegram brings with the secret, once, and nothing else', async () => {
    const hooked = await openTelegram({ TELEGRAM_UPDATES: 'webhook', TELEGRAM_WEBHOOK_SECRET: 'a-secret-of-sixteen' });
    const { server, services } = hooked.app.app;
    await server.listen({ port: 0, host: '127.0.0.1' });
    const address = server.server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    (services.config as { publicUrl: string }).publicUrl = `http://127.0.0.1:${port}`;
    await setUp(services);
    const body = { update_id: 1, message: { message_id: 1, date: 1, chat: { id: IHOR, type: 'private' } } };
    const send = (headers: Record<string, string>) =>
      server.inject({
        ...{ method: 'POST', url: '/api/telegram/updates', payload: JSON.stringify(body) },
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await send({})).statusCode).toBe(401);
    expect((await send({ 'x-telegram-bot-api-secret-token': 'another' })).statusCode).toBe(401);
    const right = { 'x-telegram-bot-api-secret-token': 'a-secret-of-sixteen' };
    expect([(await send(right)).statusCode, (await send(right)).statusCode]).toEqual([200, 200]);
    expect(await hooked.app.sql(null, 'select from bot_updates')).toHaveLength(1);
    const { body: asked } = await hooked.app.call(contract.enableBot, {
      ...{ params: { project_id: hooked.project.id }, token: hooked.project.owner.token, body: {} },
    });
    await hooked.act({ act: 'start', person: OLENA, payload: codeIn(asked.deep_link) });
    await hearWaiting(services);
    await hooked.flush();
    expect((await linkOf(hooked, hooked.project.owner))?.status).toBe('active');
    await hooked.close();
  });
});
