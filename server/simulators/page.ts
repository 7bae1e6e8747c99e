import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  CALLBACKS,
  type CallbackMode,
  FAULTS,
  type FaultKind,
  type Locale,
  type Simulator,
  wordsIn,
} from './simulator';
import type { Simulators } from './start';
import type { Clock, Stage } from './world';

const escaped = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const kinds = Object.keys(FAULTS) as [FaultKind, ...FaultKind[]];
const modes = Object.keys(CALLBACKS) as [CallbackMode, ...CallbackMode[]];
const text = z.string().max(2_000);
const Whole = (max: number) => z.coerce.number().int().min(1).max(max);
const empty = z.literal('').transform(() => undefined);
const FaultBody = z.object({
  kind: z.enum(kinds),
  times: Whole(1_000_000).or(empty).optional(),
  share: Whole(100).or(empty).optional(),
  only: z.string().max(200).min(1).or(empty).optional(),
  ms: Whole(600_000).or(empty).optional(),
});
const Named = z.object({ name: z.string() });
const Asked = z.object({ lang: z.enum(['ua', 'en']).catch('ua') });

const TEXT = {
  ua: {
    title: 'Симулятори служб',
    about:
      'Ці програми відповідають замість справжніх служб, як написано в їхній документації. Тут вмикають те, що може піти не так, і переводять годинник. Зараз для них',
    clock: 'Перевести годинник на хвилин уперед',
    move: 'Перевести',
    moved: 'Тепер',
    calm: 'Усе гаразд',
    on: 'Увімкнено',
    fine: 'Працює справно',
    fault: 'Що зламати',
    times: 'на скільки викликів',
    left: 'ще',
    share: 'у відсотках',
    only: 'лише де є',
    ms: 'мілісекунд',
    turnOn: 'Увімкнути',
    seen: 'У продукті',
    skew: 'Годинник служби йде інакше на хвилин (мінус – відстає)',
    skewed: 'Годинник служби йде інакше на хвилин',
    set: 'Поставити',
    callbacks: 'Сповіщення, які служба надсилає продукту',
    callbacksSeen:
      'повторене, запізніле чи загублене нічого не подвоює і не губить: продукт питає службу сам. Підроблене відхилено (401, 403 чи 404), нічого не змінюється',
    letGo: 'Відпустити затримані',
    again: 'Надіслати останнє ще раз',
    forged: 'Надіслати останнє з підробленим підписом',
    answered: 'Продукт відповів',
    mend: 'Полагодити все',
    calls: 'Останні виклики',
    columns: ['Час', 'Код', 'Збій', 'Що'],
    other: { lang: 'en', label: 'English' },
  },
  en: {
    title: 'Simulators of services',
    about:
      'These programs answer in place of the real services, as their documentation says. Here one switches on what may go wrong, and moves the clock. For them it is now',
    clock: 'Move the clock on by minutes',
    move: 'Move',
    moved: 'Now it is',
    calm: 'All is well',
    on: 'Switched on',
    fine: 'Works well',
    fault: 'What to break',
    times: 'for so many calls',
    left: 'still',
    share: 'percent',
    only: 'only where it says',
    ms: 'milliseconds',
    turnOn: 'Switch on',
    seen: 'In the product',
    skew: 'The clock of the service is off by minutes (minus: behind)',
    skewed: 'The clock of the service is off by minutes',
    set: 'Set',
    callbacks: 'What the service calls back to the product',
    callbacksSeen:
      'what is repeated, late or lost neither doubles nor loses anything: the product asks the service itself. What is forged is refused (401 or 404), and changes nothing',
    letGo: 'Let go what is held',
    again: 'Send the last one again',
    forged: 'Send the last one with a forged signature',
    answered: 'The product answered',
    mend: 'Mend everything',
    calls: 'Last calls',
    columns: ['Time', 'Code', 'Fault', 'What'],
    other: { lang: 'ua', label: 'Українською' },
  },
} as const;

/** The page says in which language it was pressed; programs say nothing. */
const spoken = ({ query }: FastifyRequest): Locale => Asked.parse(query).lang;

/** The page on which faults are switched on, the clock is moved and the buttons of each simulator are pressed. */
export function controlPage(
  server: FastifyInstance,
  simulators: readonly Simulator[],
  stages: ReadonlyMap<string, Stage>,
  clock: Clock,
  control: Omit<Simulators, 'url' | 'addresses' | 'close'>,
): void {
  // what the page sends itself; another site in the same browser cannot send JSON here without being asked first
  server.addHook('preHandler', async (request, reply) => {
    const type = request.headers['content-type'] ?? '';
    if (request.url.startsWith('/control') && request.method !== 'GET' && !type.startsWith('application/json'))
      return reply.code(415).send({ message: 'application/json' });
    return undefined;
  });
  server.get('/', async (request, reply) => {
    const { lang } = Asked.parse(request.query);
    return reply.type('text/html; charset=utf-8').send(page(simulators, stages, clock, lang));
  });
  server.get('/control', async () => ({
    now: clock.now().toISOString(),
    simulators: [...stages.values()].map(({ name, faults, calls, actions }) => ({
      ...{ name, faults: faults.all, calls },
      actions: actions.map(({ id, title, seen }) => ({ id, title, seen })),
    })),
  }));
  server.post('/control/clock', async (request) => {
    const { minutes } = z.object({ minutes: z.coerce.number().min(1).max(527_040) }).parse(request.body);
    await control.advance(minutes * 60_000);
    return { message: `${TEXT[spoken(request)].moved} ${clock.now().toISOString()}` };
  });
  server.post('/control/:name/faults', async (request) => {
    const { times, share, only, ms, kind } = FaultBody.parse(request.body);
    const { name } = Named.parse(request.params);
    const given = Object.entries({ times, share, only, ms }).filter(([, value]) => value !== undefined);
    control.fault(name, { kind, ...Object.fromEntries(given) });
    return { message: FAULTS[kind][spoken(request)] };
  });
  server.post('/control/:name/calm', async (request) => {
    control.calm(Named.parse(request.params).name);
    return { message: TEXT[spoken(request)].calm };
  });
  server.post('/control/:name/skew', async (request) => {
    const { minutes } = z.object({ minutes: z.coerce.number().min(-1_440).max(1_440) }).parse(request.body);
    await control.skew(Named.parse(request.params).name, minutes * 60_000);
    return { message: `${TEXT[spoken(request)].skewed}: ${minutes}` };
  });
  server.post('/control/:name/callbacks', async (request) => {
    const { mode } = z.object({ mode: z.enum(modes) }).parse(request.body);
    control.callbacks(Named.parse(request.params).name).mode = mode;
    return { message: CALLBACKS[mode][spoken(request)] };
  });
  server.post('/control/:name/callbacks/:deed', async (request) => {
    const Deed = Named.extend({ deed: z.enum(['letGo', 'again', 'forged']) });
    const { name, deed } = Deed.parse(request.params);
    const of = control.callbacks(name);
    const answers = deed === 'letGo' ? await of.letGo() : [await of.repeat(deed)];
    return { message: `${TEXT[spoken(request)].answered}: ${answers.map((one) => one ?? '–').join(', ') || '–'}` };
  });
  server.post('/control/:name/actions/:id', async (request) => {
    const { name, id } = Named.extend({ id: z.string() }).parse(request.params);
    const values = z.record(z.string(), text).parse(request.body ?? {});
    return { message: await control.act(name, id, values, spoken(request)) };
  });
}

function page(
  simulators: readonly Simulator[],
  stages: ReadonlyMap<string, Stage>,
  clock: Clock,
  locale: Locale,
): string {
  const t = TEXT[locale];
  const parts = simulators.map((one) => section(one, stages.get(one.name) as Stage, locale));
  const now = clock.now().toLocaleString(locale === 'ua' ? 'uk-UA' : 'en-GB', { timeZone: 'Europe/Kyiv' });
  return `<!doctype html><html lang="${locale === 'ua' ? 'uk' : 'en'}"><head><meta charset="utf-8"><title>${t.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body><main>
<p class="lang"><a href="/?lang=${t.other.lang}" lang="${t.other.lang === 'ua' ? 'uk' : 'en'}">${t.other.label}</a></p>
<h1>${t.title}</h1>
<p>${t.about} ${escaped(now)}.</p>
<form data-to="/control/clock"><label>${t.clock}
<input name="minutes" type="number" min="1" max="527040" value="60" required></label><button>${t.move}</button></form>
<p role="status" id="said"></p>${parts.join('')}</main><script>${SCRIPT}</script></body></html>`;
}

function section({ title, about, callsBack }: Simulator, stage: Stage, locale: Locale): string {
  const { name, faults, actions, calls, skewMs } = stage;
  const t = TEXT[locale];
  const options = kinds.map((kind) => `<option value="${kind}">${FAULTS[kind][locale]}</option>`).join('');
  const on = faults.all.map(({ kind, times, share, only }) =>
    [FAULTS[kind][locale], times && `${t.left} ${times}`, share && `${share} %`, only && `${t.only} «${escaped(only)}»`]
      .filter(Boolean)
      .join(', '),
  );
  const words = (given: Parameters<typeof wordsIn>[0]): string => escaped(wordsIn(given, locale));
  const buttons = actions.map(
    (action) =>
      `<form data-to="/control/${name}/actions/${escaped(action.id)}">${(action.fields ?? [])
        .map(
          (field) =>
            `<label>${words(field.title)} ${
              field.options
                ? `<select name="${escaped(field.name)}">${field
                    .options()
                    .map((one) => `<option value="${escaped(one.value)}">${words(one.title)}</option>`)
                    .join('')}</select>`
                : `<input name="${escaped(field.name)}">`
            }</label>`,
        )
        .join(
          '',
        )}<button>${words(action.title)}</button>${action.seen ? `<small>${t.seen}: ${words(action.seen)}</small>` : ''}</form>`,
  );
  const explained = kinds
    .map((kind) => `<dt>${FAULTS[kind][locale]}</dt><dd>${FAULTS[kind].seen[locale]}</dd>`)
    .join('');
  const rows = calls
    .slice(0, 50)
    .map(
      ({ at, what, status, fault }) =>
        `<tr><td>${escaped(at.slice(11, 19))}</td><td>${escaped(status ?? '–')}</td><td>${escaped(fault ?? '')}</td><td><code>${escaped(what)}</code></td></tr>`,
    );
  const head = t.columns.map((column) => `<th>${column}</th>`).join('');
  const chosen = (value: string, known: string): string => (value === known ? ' selected' : '');
  const back = modes
    .map((mode) => `<option value="${mode}"${chosen(mode, stage.callbacks)}>${CALLBACKS[mode][locale]}</option>`)
    .join('');
  const press = (deed: 'letGo' | 'again' | 'forged'): string =>
    `<form data-to="/control/${name}/callbacks/${deed}"><button>${t[deed]}</button></form>`;
  const callbacks = callsBack
    ? `<form data-to="/control/${name}/callbacks"><label>${t.callbacks} <select name="mode">${back}</select></label>
<button>${t.set}</button><small>${t.seen}: ${t.callbacksSeen}</small></form><div class="row">${(['letGo', 'again', 'forged'] as const).map(press).join('')}</div>`
    : '';
  const off = skewMs === 0 ? '' : `; ${t.skewed}: ${skewMs / 60_000}`;
  return `<section id="${name}"><h2>${words(title)}</h2>${about ? `<p>${words(about)}</p>` : ''}<p>${on.length > 0 ? `${t.on}: ${on.join('; ')}` : t.fine}${off}</p>
<form data-to="/control/${name}/faults"><label>${t.fault} <select name="kind">${options}</select></label>
<label>${t.times} <input name="times" type="number" min="1"></label>
<label>${t.share} <input name="share" type="number" min="1" max="100"></label>
<label>${t.only} <input name="only"></label>
<label>${t.ms} <input name="ms" type="number" min="1"></label><button>${t.turnOn}</button></form>
<details><summary>${t.seen}</summary><dl>${explained}</dl></details>
<form data-to="/control/${name}/skew"><label>${t.skew} <input name="minutes" type="number" min="-1440" max="1440" value="${skewMs / 60_000}" required></label><button>${t.set}</button></form>
${callbacks}<form data-to="/control/${name}/calm"><button>${t.mend}</button></form>${buttons.join('')}
<details><summary>${t.calls}: ${calls.length}</summary><div tabindex="0" class="scroll"><table>
<thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div></details></section>`;
}

const STYLE = `.lang{float:right;margin:8px 0}a{color:#1b5fc1}body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1f2430;background:#f6f7f9}
main{max-width:1000px;margin:0 auto;padding:16px}section,main>form{background:#fff;border:1px solid #d8dce3;border-radius:8px;padding:16px;margin:16px 0}
form small{flex-basis:100%;opacity:.8}.row{display:flex;flex-wrap:wrap;gap:0 12px}dt{font-weight:600}dd{margin:0 0 8px}summary{cursor:pointer;padding:8px 0}form{display:flex;flex-wrap:wrap;gap:12px;align-items:end;margin:8px 0}label{display:grid;gap:4px;font-size:14px;min-width:0;max-width:100%}select{width:100%}
input,select,button{font:inherit;padding:8px 12px;border:1px solid #8a92a3;border-radius:6px;min-height:44px;box-sizing:border-box;max-width:100%}
input[type=number]{width:110px}button{background:#1b5fc1;border-color:#1b5fc1;color:#fff;cursor:pointer}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:14px}td,th{text-align:left;padding:4px 8px;vertical-align:top}
@media(prefers-color-scheme:dark){body{background:#15181e;color:#e6e8ee}section,main>form{background:#1d2129;border-color:#343b48}
input,select{background:#15181e;color:inherit}a{color:#8ab4f8}}`;

const SCRIPT = `for (const form of document.forms) form.addEventListener('submit', async (event) => {
event.preventDefault();
const answer = await fetch(form.dataset.to + location.search, { method: 'POST', headers: { 'content-type': 'application/json' },
body: JSON.stringify(Object.fromEntries(new FormData(form))) });
const { message } = await answer.json();
sessionStorage.setItem('said', message); location.reload(); });
document.getElementById('said').textContent = sessionStorage.getItem('said') ?? ''; sessionStorage.removeItem('said');`;
