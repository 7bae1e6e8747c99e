import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { BOT, type GroupKept, type PersonKept } from './kept';
import type { Cloud } from './telegram';

const escaped = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const Act = z.object({
  act: z.enum(['start', 'say', 'press', 'block', 'unblock', 'add', 'put_out']),
  person: z.coerce.number(),
  group: z.coerce.number().optional(),
  text: z.string().max(4_096).optional(),
  payload: z.string().max(200).optional(),
  message: z.coerce.number().optional(),
  data: z.string().max(64).optional(),
});
export type Act = z.input<typeof Act>;

/** What somebody does on his phone. Answers what he sees over the chat. */
export async function act(cloud: Cloud, given: Act): Promise<string> {
  const { kept } = cloud;
  const asked = Act.parse(given);
  const person = cloud.person(asked.person);
  const group = asked.group === undefined ? undefined : cloud.group(asked.group);
  const chat_id = group?.id ?? person.id;
  switch (asked.act) {
    case 'start':
      person.started = true;
      if (person.blocked) await member(cloud, person, person.id, 'member');
      person.blocked = false;
      await say(cloud, person, chat_id, `/start${asked.payload ? ` ${asked.payload}` : ''}`);
      return '';
    case 'say':
      await say(cloud, person, chat_id, asked.text ?? '');
      return '';
    case 'block':
      person.blocked = true;
      await member(cloud, person, person.id, 'kicked');
      return 'Заблоковано';
    case 'unblock':
      person.blocked = false;
      await member(cloud, person, person.id, 'member');
      return 'Розблоковано';
    case 'add':
      return addToGroup(cloud, person, group, asked.payload);
    case 'put_out':
      if (!group) return 'Немає групи';
      group.in = false;
      await member(cloud, person, group.id, 'kicked');
      return 'Бота прибрано';
    default: {
      const message = kept.messages.find((one) => one.message_id === asked.message);
      if (!message) return 'Немає повідомлення';
      const id = String(8_000_000_000 + kept.next_query);
      kept.next_query += 1;
      await cloud.tell({
        callback_query: {
          ...{ id, from: cloud.user(person), message: cloud.shown(message), chat_instance: String(chat_id) },
          data: asked.data ?? '',
        },
      });
      return id;
    }
  }
}

async function say(cloud: Cloud, person: PersonKept, chat_id: number, text: string): Promise<void> {
  const message = cloud.write(chat_id, person.id, text, escaped(text));
  const entities = text.startsWith('/')
    ? { entities: [{ type: 'bot_command', offset: 0, length: (text.split(/\s/)[0] ?? '').length }] }
    : {};
  await cloud.tell({ message: { ...cloud.shown(message), ...entities } });
}

async function member(cloud: Cloud, person: PersonKept, chat_id: number, status: string): Promise<void> {
  const old = status === 'member' ? 'kicked' : 'member';
  const of = (name: string) => ({ user: cloud.me(), status: name, ...(name === 'kicked' ? { until_date: 0 } : {}) });
  await cloud.tell({
    my_chat_member: {
      ...{ chat: cloud.chat(chat_id), from: cloud.user(person), date: cloud.now() },
      ...{ old_chat_member: of(old), new_chat_member: of(status) },
    },
  });
}

async function addToGroup(
  cloud: Cloud,
  person: PersonKept,
  group: GroupKept | undefined,
  payload: string | undefined,
): Promise<string> {
  if (!group) return 'Оберіть групу';
  if (!group.in) {
    group.in = true;
    await member(cloud, person, group.id, 'member');
  }
  if (payload) await say(cloud, person, group.id, `/start@${BOT.username} ${payload}`);
  return 'Бота додано';
}

/** The page on which one plays a phone. */
export function openPhone(server: FastifyInstance, cloud: Cloud): void {
  const own = { config: { page: true } };
  const state = (person: number, group: number | undefined) => {
    const chat_id = group ?? person;
    return {
      people: cloud.kept.people,
      groups: cloud.kept.groups.filter(({ moved_to }) => moved_to === undefined),
      messages: cloud.kept.messages
        .filter((one) => one.chat_id === chat_id)
        .slice(-500)
        .map((one) => ({ ...one, mine: one.from !== BOT.id })),
      alert: cloud.kept.alerts.at(-1) ?? null,
      commands: cloud.kept.commands.uk ?? [],
    };
  };
  const show = async (_request: unknown, reply: { type(name: string): { send(body: string): unknown } }) =>
    reply.type('text/html; charset=utf-8').send(PAGE);
  server.get('/phone', own, show as never);
  // where the links of the demo lead, as t.me does
  server.get('/t.me/:bot', own, show as never);
  server.get('/phone/state', own, async (request) => {
    const { person, group } = z
      .object({ person: z.coerce.number(), group: z.coerce.number().optional() })
      .parse(request.query);
    return state(person, group);
  });
  server.post('/phone/act', own, async (request, reply) => {
    if (!String(request.headers['content-type'] ?? '').startsWith('application/json'))
      return reply.code(415).send({ message: 'application/json' });
    return { message: await act(cloud, request.body as Act) };
  });
}

const PAGE = `<!doctype html><html lang="uk"><head><meta charset="utf-8"><title>Телефон із Telegram</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{font:16px/1.45 system-ui,sans-serif;margin:0;background:#dfe6ee;color:#1f2430}
main{max-width:480px;margin:0 auto;min-height:100vh;display:flex;flex-direction:column;background:#f7f9fb}
header,footer{padding:12px;background:#fff;display:flex;flex-wrap:wrap;gap:8px;align-items:center}
h1{font-size:18px;margin:0;flex-basis:100%}
#chat{flex:1;padding:12px;display:flex;flex-direction:column;gap:8px;overflow-y:auto}
.message{background:#fff;border-radius:12px;padding:8px 12px;max-width:85%;white-space:pre-wrap;overflow-wrap:anywhere}
.mine{align-self:flex-end;background:#d9f2c8}
.message button{display:block;width:100%;margin-top:6px}
select,input,button{font:inherit;min-height:44px;padding:8px 12px;border:1px solid #8a92a3;border-radius:8px;box-sizing:border-box}
button{background:#1b6fb5;border-color:#1b6fb5;color:#fff;cursor:pointer}input{flex:1;min-width:0}
#said{margin:0;padding:0 12px;min-height:24px}a{color:#0b5394}
@media(prefers-color-scheme:dark){body{background:#0f1318;color:#e6e8ee}main{background:#151a21}header,footer,.message{background:#1d2430}
.mine{background:#254a2a}select,input{background:#151a21;color:inherit}a{color:#8ec5ff}}
</style></head><body><main><header><h1>Телефон із Telegram</h1>
<label>Хто <select id="who"></select></label><label>Чат <select id="where"></select></label>
<button id="start">Start</button><button id="block">Заблокувати</button></header>
<div id="chat" role="log" aria-label="Чат" tabindex="0"></div><p id="said" role="status"></p>
<footer><form id="form" style="display:flex;gap:8px;flex:1"><input id="text" aria-label="Повідомлення" placeholder="/help"><button>Надіслати</button></form></footer>
</main><script>
const q = new URLSearchParams(location.search), $ = (id) => document.getElementById(id);
const root = location.pathname.replace(/\\/(phone|t\\.me)(\\/.*)?$/, '');
const startPayload = q.get('start') || '', groupPayload = q.get('startgroup') || '';
let person = Number(q.get('person') || sessionStorage.getItem('person') || 501001), group = groupPayload ? null : '', seen = '';
const post = async (body) => { const answer = await fetch(root + '/phone/act', { method: 'POST', headers: { 'content-type': 'application/json' },
 body: JSON.stringify({ person, ...(group ? { group: Number(group) } : {}), ...body }) }); await draw(); return (await answer.json()).message; };
const say = (text) => { $('said').textContent = text || ''; };
const option = (value, title, chosen) => { const one = new Option(title, value); one.selected = String(value) === String(chosen); return one; };
async function draw() {
 const state = await (await fetch(root + '/phone/state?person=' + person + (group ? '&group=' + group : ''))).json();
 if (group === null) group = String(state.groups[0]?.id ?? '');
 const now = JSON.stringify([state, person, group]); if (now === seen) return; seen = now;
 $('who').replaceChildren(...state.people.map((one) => option(one.id, one.first_name + (one.username ? ' @' + one.username : ''), person)));
 $('where').replaceChildren(option('', 'Ланка', group), ...state.groups.map((one) => option(one.id, one.title, group)));
 const me = state.people.find((one) => one.id === person), here = state.groups.find((one) => String(one.id) === group);
 $('start').textContent = group ? (here?.in && !groupPayload ? 'Прибрати бота' : 'Додати бота') : 'Start';
 $('block').hidden = Boolean(group); $('block').textContent = me.blocked ? 'Розблокувати' : 'Заблокувати';
 $('chat').replaceChildren(...state.messages.map((one) => { const box = document.createElement('div');
  box.className = 'message' + (one.mine ? ' mine' : ''); box.innerHTML = one.html;
  for (const row of one.buttons) for (const button of row) { const press = document.createElement('button'); press.textContent = button.text;
   press.onclick = async () => { const id = await post({ act: 'press', message: one.message_id, data: button.callback_data });
    for (let n = 0; n < 40; n += 1) { await new Promise((done) => setTimeout(done, 250)); await draw();
     const at = JSON.parse(seen)[0].alert; if (at && at.query === id) { say(at.text); break; } } }; box.append(press); }
  return box; }));
 $('chat').scrollTop = 1e9;
}
$('who').onchange = (event) => { person = Number(event.target.value); sessionStorage.setItem('person', person); draw(); };
$('where').onchange = (event) => { group = event.target.value; draw(); };
$('start').onclick = async () => say(group ? await post({ act: $('start').textContent === 'Прибрати бота' ? 'put_out' : 'add', payload: groupPayload }) : await post({ act: 'start', payload: startPayload }));
$('block').onclick = async () => say(await post({ act: $('block').textContent === 'Розблокувати' ? 'unblock' : 'block' }));
$('form').onsubmit = (event) => { event.preventDefault(); const text = $('text').value; $('text').value = ''; if (text) post({ act: 'say', text }); };
draw(); setInterval(draw, 1000);
</script></body></html>`;
