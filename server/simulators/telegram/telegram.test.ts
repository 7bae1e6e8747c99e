import type { ApiMethods, Message, Update, User, WebhookInfo } from 'grammy/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAYED_BOT_TOKEN } from '../../src/kit/platform/simulators';
import { type Simulators, startSimulators } from '../start';
import { textOfHtml } from './html';
import { BOT } from './kept';
import { telegram } from './telegram';

let running: Simulators;
let root: string;
beforeAll(async () => {
  running = await startSimulators([telegram]);
  root = running.addresses.telegram ?? '';
});
afterAll(() => running.close());

type Answer<T> = { ok: true; result: T } | { ok: false; error_code: number; description: string; parameters?: object };

async function ask<T>(method: keyof ApiMethods, body: object = {}, token = PLAYED_BOT_TOKEN): Promise<Answer<T>> {
  const answer = await fetch(`${root}/bot${token}/${method}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });
  const told = (await answer.json()) as Answer<T>;
  // the status is that of the error
  expect(answer.status).toBe(told.ok ? 200 : told.error_code);
  return told;
}
const must = <T>(answer: Answer<T>): T => {
  if (!answer.ok) throw new Error(answer.description);
  return answer.result;
};
const act = (body: object) =>
  fetch(`${root}/phone/act`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });
/** Types of the API's own package: what is told has these shapes, or this file does not compile. */
const updates = async (offset?: number) =>
  must(await ask<Update[]>('getUpdates', offset === undefined ? {} : { offset }));

it('knows its bot by the token, and nobody else', async () => {
  const me: User = must(await ask<User>('getMe'));
  expect(me).toMatchObject({ is_bot: true, username: BOT.username });
  expect(await ask('getMe', {}, '123:another')).toMatchObject({ error_code: 401, description: 'Unauthorized' });
  expect(await ask('noSuch' as never)).toMatchObject({ error_code: 404 });
});

it('writes to nobody who has not pressed Start, nor to who has blocked it', async () => {
  const send = (text = 'так') => ask<Message.TextMessage>('sendMessage', { chat_id: 501_001, text });
  expect(await send()).toMatchObject({ error_code: 400, description: 'Bad Request: chat not found' });
  await act({ act: 'start', person: 501_001, payload: 'abc' });
  const [first] = await updates();
  const message = first?.message as Message.TextMessage | undefined;
  expect(message?.text).toBe('/start abc');
  expect(message?.chat).toMatchObject({ id: 501_001, type: 'private' });
  expect(message?.from?.username).toBe('olena_factory');
  const sent = must(await send());
  expect(sent).toMatchObject({ text: 'так', from: { is_bot: true }, chat: { id: 501_001 } });
  await act({ act: 'block', person: 501_001 });
  expect(await send()).toMatchObject({ error_code: 403, description: 'Forbidden: bot was blocked by the user' });
  const told = (await updates()).at(-1)?.my_chat_member;
  expect(told?.new_chat_member.status).toBe('kicked');
  await act({ act: 'unblock', person: 501_001 });
  must(await send());
});

it('forgets updates that were confirmed, and brings them to a webhook with its secret', async () => {
  const known = await updates();
  expect(await updates((known.at(-1)?.update_id ?? 0) + 1)).toEqual([]);
  expect(await ask('setWebhook', { url: 'http://example.com/x' })).toMatchObject({ error_code: 400 });
  must(await ask('setWebhook', { url: 'http://127.0.0.1:9/x', secret_token: 'secret', allowed_updates: ['message'] }));
  expect(await ask('getUpdates')).toMatchObject({ error_code: 409 });
  await act({ act: 'say', person: 501_001, text: 'хтось є?' });
  const info: WebhookInfo = must(await ask<WebhookInfo>('getWebhookInfo'));
  expect(info).toMatchObject({ url: 'http://127.0.0.1:9/x', pending_update_count: 1 });
  expect(info.last_error_message).toBeTruthy();
  must(await ask('deleteWebhook'));
  expect((await updates()).map(({ message }) => message?.text)).toEqual(['хтось є?']);
});

it('keeps to its limits when they are on, and says how long to wait', async () => {
  await running.act('telegram', 'limits');
  const send = () => ask('sendMessage', { chat_id: 501_001, text: 'раз' });
  must(await send());
  expect(await send()).toMatchObject({ error_code: 429, parameters: { retry_after: 1 } });
  await running.act('telegram', 'limits');
  await running.act('telegram', 'slow_chat', { chat: '501001', times: '1', seconds: '7' });
  expect(await send()).toMatchObject({ error_code: 429, parameters: { retry_after: 7 } });
  must(await send());
});

it('takes buttons and changes of messages as the API does', async () => {
  const markup = (callback_data: string) => ({ inline_keyboard: [[{ text: 'Так', callback_data }]] });
  const body = { chat_id: 501_001, text: '<b>Питання</b>', parse_mode: 'HTML' };
  expect(await ask('sendMessage', { ...body, reply_markup: markup('x'.repeat(65)) })).toMatchObject({
    error_code: 400,
  });
  expect(await ask('sendMessage', { ...body, text: '<b>Питання' })).toMatchObject({ error_code: 400 });
  expect(await ask('sendMessage', { ...body, text: 'x'.repeat(4_097) })).toMatchObject({ error_code: 400 });
  const sent = must(await ask<Message.TextMessage>('sendMessage', { ...body, reply_markup: markup('yes') }));
  await act({ act: 'press', person: 501_001, message: sent.message_id, data: 'yes' });
  const query = (await updates()).at(-1)?.callback_query;
  expect(query).toMatchObject({ data: 'yes', from: { id: 501_001 }, message: { message_id: sent.message_id } });
  must(await ask('answerCallbackQuery', { callback_query_id: query?.id, text: 'Гаразд' }));
  const edit = { chat_id: 501_001, message_id: sent.message_id, text: 'Готово' };
  expect(must(await ask<Message.TextMessage>('editMessageText', edit)).text).toBe('Готово');
  expect(await ask('editMessageText', edit)).toMatchObject({ error_code: 400 });
});

it('has a group become another chat', async () => {
  await act({ act: 'add', person: 501_001, group: -400_001, payload: 'abc' });
  const said = (await updates()).at(-1)?.message;
  expect(said?.text).toBe(`/start@${BOT.username} abc`);
  expect(said?.chat.type).toBe('group');
  await running.act('telegram', 'grow');
  expect(await ask('sendMessage', { chat_id: -400_001, text: 'є хто?' })).toMatchObject({
    ...{ error_code: 400, parameters: { migrate_to_chat_id: -1_000_000_400_001 } },
  });
  must(await ask('sendMessage', { chat_id: -1_000_000_400_001, text: 'є хто?' }));
});

it('reads HTML as the API does', () => {
  expect(textOfHtml('<b>Ткацький &lt;двір&gt;</b> &amp; <a href="http://a.b/c?d=1&amp;e">тут</a>')).toBe(
    'Ткацький <двір> & тут',
  );
  for (const wrong of ['<b>', '</b>', '<script>x</script>', 'a < b', '<b><i>x</b></i>'])
    expect(textOfHtml(wrong)).toBeNull();
});
