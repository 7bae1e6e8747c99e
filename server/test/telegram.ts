import * as contract from '@lanka/domain/bot/contract';
import type { Simulators } from '../simulators/start';
import { startSimulators } from '../simulators/start';
import type { Act } from '../simulators/telegram/phone';
import { telegram } from '../simulators/telegram/telegram';
import { hearWaiting, pollOnce, sendWaiting } from '../src/bot';
import { PLAYED_BOT_TOKEN } from '../src/kit/platform/simulators';
import { type TestApp, type TestProject, type TestUser, testApp } from './harness';
import { makeDropshipper, type TestDropshipper } from './trade';

/** The product beside Telegram that is played. */

export const OLENA = 501_001;
export const IHOR = 501_002;
export const MARIA = 501_003;
export const PETER = 501_004;
export const TEAM = -400_001;

export interface ShownMessage {
  readonly message_id: number;
  readonly text: string;
  readonly mine: boolean;
  readonly buttons: readonly (readonly { text: string; callback_data: string }[])[];
}

export interface TelegramWorld {
  readonly app: TestApp;
  readonly project: TestProject;
  readonly seller: TestDropshipper;
  readonly cloud: Simulators;
  /** What somebody does on his phone. */
  act(what: Act): Promise<string>;
  /** What stands in a chat, without what people wrote themselves. */
  chat(person: number, group?: number): Promise<readonly ShownMessage[]>;
  /** What was last shown over a chat. */
  alert(): Promise<string>;
  /** What was written is fetched and answered, as the jobs do it. */
  hear(): Promise<void>;
  /** What waits is sent, and chats need no rest. */
  flush(): Promise<void>;
  /** Notices are told and sent. */
  deliver(): Promise<void>;
  /** Connects somebody to a chat, as he would do it. */
  link(user: TestUser, person: number, project?: TestProject): Promise<contract.BotLink>;
  close(): Promise<void>;
}

export const codeIn = (link: string | null): string => /=([\w-]+)$/.exec(link ?? '')?.[1] ?? '';

export async function openTelegram(env: Record<string, string> = {}): Promise<TelegramWorld> {
  const cloud = await startSimulators([telegram]);
  const root = cloud.addresses.telegram ?? '';
  const app = await testApp({ TELEGRAM_URL: root, TELEGRAM_BOT_TOKEN: PLAYED_BOT_TOKEN, ...env });
  const project = await app.project('Текстиль <Плюс>');
  const seller = await makeDropshipper(app, project);
  const { services } = app.app;

  const state = async (person: number, group?: number) => {
    const answer = await fetch(`${root}/phone/state?person=${person}${group === undefined ? '' : `&group=${group}`}`);
    return (await answer.json()) as { messages: ShownMessage[]; alert: { text: string } | null };
  };
  const act = async (what: Act): Promise<string> => {
    const answer = await fetch(`${root}/phone/act`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(what) },
    });
    return ((await answer.json()) as { message: string }).message;
  };
  const flush = async (): Promise<void> => {
    for (let round = 0; round < 400; round += 1) {
      await app.sql(null, 'delete from bot_chats');
      await app.sql(null, `update bot_messages set next_at = now() where state = 'waiting'`);
      const [left] = await app.sql<{ n: number }>(
        null,
        `select count(*)::int as n from bot_messages where state = 'waiting'`,
      );
      if (!left?.n) return;
      await sendWaiting(services, { maySleep: false });
    }
    throw new Error('messages are left');
  };
  const hear = async (): Promise<void> => {
    await pollOnce(services);
    await hearWaiting(services);
    await flush();
  };
  const deliver = async (): Promise<void> => {
    await app.deliver();
    await flush();
  };
  return {
    ...{ app, project, seller, cloud, act, hear, flush, deliver },
    chat: async (person, group) => (await state(person, group)).messages.filter(({ mine }) => !mine),
    alert: async () => (await state(OLENA)).alert?.text ?? '',
    async link(user, person, of = project) {
      const at = { params: { project_id: of.id }, token: user.token };
      const asked = await app.call(contract.enableBot, { ...at, body: {} });
      if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
      await act({ act: 'start', person, payload: codeIn(asked.body.deep_link) });
      await hear();
      return asked.body;
    },
    async close() {
      await app.close();
      await cloud.close();
    },
  };
}

/** How a person is connected in the project. */
export async function linkOf(
  { app, project }: Pick<TelegramWorld, 'app' | 'project'>,
  user: TestUser,
): Promise<contract.BotLink | undefined> {
  const { body } = await app.call(contract.readMyBotLinks, { token: user.token });
  return body.projects.find((one) => one.project.id === project.id)?.link;
}
