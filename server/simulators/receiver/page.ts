import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ANSWERS, type AnswerName, type Kept, type Received } from './index';

const escaped = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
const Asked = z.object({ lang: z.enum(['ua', 'en']).catch('ua') });

const TEXT = {
  ua: {
    title: 'Приймач вебхуків',
    about:
      'Сайт, якому надсилають події. Він перевіряє підпис за відомими йому секретами й відповідає так, як обрано. Адреса для вебхука:',
    answer: 'Відповідає',
    secret: 'Секрет вебхука',
    remember: 'Запам’ятати секрет',
    known: (count: number) => `Відомо секретів: ${count}`,
    clear: 'Забути все отримане',
    empty: 'Ще нічого не прийшло',
    columns: ['Час', 'Подія', 'Підпис', 'Відповідь', 'Номер'],
    signed: { yes: 'дійсний', no: 'недійсний', unknown: 'секрету немає' },
    all: 'Усі симулятори',
    other: { lang: 'en', label: 'English' },
  },
  en: {
    title: 'A receiver of webhooks',
    about:
      'A site that events are sent to. It checks the signature by the secrets it knows, and answers as chosen. The address for a webhook:',
    answer: 'It answers',
    secret: 'The secret of a webhook',
    remember: 'Remember the secret',
    known: (count: number) => `Secrets known: ${count}`,
    clear: 'Forget what came',
    empty: 'Nothing has come yet',
    columns: ['Time', 'Event', 'Signature', 'Answer', 'Id'],
    signed: { yes: 'valid', no: 'not valid', unknown: 'no secret' },
    all: 'All simulators',
    other: { lang: 'ua', label: 'Українською' },
  },
} as const;
type Text = (typeof TEXT)[keyof typeof TEXT];

/** What came, newest first, and the switches: a page of its own beside the one of all simulators. */
export function receiverPage(server: FastifyInstance, kept: Kept): void {
  server.get('/', { config: { page: true } }, async (request, reply) => {
    const { lang } = Asked.parse(request.query);
    const address = `http://${request.host}/receiver/hooks`;
    return reply.type('text/html; charset=utf-8').send(page(kept, address, lang));
  });
  server.get('/received', { config: { page: true } }, async () => ({
    answer: kept.answer,
    received: kept.received,
  }));
}

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

function row({ at, event, signed, status, id, body, path }: Received, t: Text): string {
  const sign = signed === null ? 'unknown' : signed ? 'yes' : 'no';
  const time = new Date(at).toLocaleTimeString('uk-UA', { timeZone: 'Europe/Kyiv' });
  return `<tr><td>${time}</td><td><details><summary><code>${escaped(event)}</code></summary>
<pre>POST ${escaped(path)}\n${escaped(pretty(body))}</pre></details></td>
<td class="${sign}">${t.signed[sign]}</td><td>${status}</td><td><code>${escaped(id.slice(0, 12))}…</code></td></tr>`;
}

function page(kept: Kept, address: string, lang: 'ua' | 'en'): string {
  const t = TEXT[lang];
  const answers = (Object.keys(ANSWERS) as AnswerName[])
    .map(
      (name) =>
        `<button name="answer" value="${name}" aria-pressed="${name === kept.answer}">${ANSWERS[name][lang]}</button>`,
    )
    .join('');
  const head = t.columns.map((column) => `<th>${column}</th>`).join('');
  const rows = kept.received.map((one) => row(one, t)).join('');
  return `<!doctype html><html lang="${lang === 'ua' ? 'uk' : 'en'}"><head><meta charset="utf-8"><title>${t.title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body><main>
<p class="lang"><a href="/?lang=${lang}">${t.all}</a> · <a href="?lang=${t.other.lang}" lang="${t.other.lang === 'ua' ? 'uk' : 'en'}">${t.other.label}</a></p>
<h1>${t.title}</h1><p>${t.about} <code>${escaped(address)}</code></p>
<section><form data-act="answer"><p>${t.answer}:</p>${answers}</form>
<form data-act="secret"><label>${t.secret} <input name="secret" autocomplete="off" placeholder="whsec_…" required></label>
<button>${t.remember}</button><span>${t.known(kept.secrets.length)}</span></form>
<form data-act="clear"><button>${t.clear}</button></form><p role="status" id="said"></p></section>
<section>${rows ? `<div class="scroll" tabindex="0" role="region" aria-label="${t.title}"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table></div>` : `<p>${t.empty}</p>`}</section>
</main><script>${SCRIPT}</script></body></html>`;
}

const STYLE = `.lang{float:right;margin:8px 0}a{color:#1b5fc1}body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1f2430;background:#f6f7f9}
main{max-width:1000px;margin:0 auto;padding:16px}section{background:#fff;border:1px solid #d8dce3;border-radius:8px;padding:16px;margin:16px 0}
form{display:flex;flex-wrap:wrap;gap:12px;align-items:center;margin:8px 0}form p{margin:0}label{display:grid;gap:4px;font-size:14px;flex:1 1 300px;max-width:420px}
code{overflow-wrap:anywhere}summary code{white-space:nowrap}summary{white-space:nowrap}input,button{font:inherit;padding:8px 12px;border:1px solid #8a92a3;border-radius:6px;min-height:44px;box-sizing:border-box;max-width:100%}
button{background:#fff;color:#1b5fc1;border-color:#1b5fc1;cursor:pointer}button[aria-pressed=true]{background:#1b5fc1;color:#fff}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:8px;vertical-align:top;border-bottom:1px solid #d8dce3}
.yes{color:#1a7f37}.no{color:#b42318}pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:8px 0;font-size:13px}
@media(prefers-color-scheme:dark){body{background:#15181e;color:#e6e8ee}section{background:#1d2129;border-color:#343b48}td,th{border-color:#343b48}
input,button{background:#15181e;color:inherit}button{color:#8ab4f8;border-color:#8ab4f8}button[aria-pressed=true]{background:#8ab4f8;color:#15181e}
a{color:#8ab4f8}.yes{color:#57c878}.no{color:#ff8a80}}`;

const SCRIPT = `for (const form of document.forms) form.addEventListener('submit', async (event) => {
event.preventDefault();
const answer = await fetch('/control/receiver/actions/' + form.dataset.act, { method: 'POST', headers: { 'content-type': 'application/json' },
body: JSON.stringify(Object.fromEntries(new FormData(form, event.submitter))) });
sessionStorage.setItem('said', (await answer.json()).message); location.reload(); });
document.getElementById('said').textContent = sessionStorage.getItem('said') ?? ''; sessionStorage.removeItem('said');
let seen;
setInterval(async () => {
 const now = await (await fetch('/receiver/received')).text();
 if (seen !== undefined && now !== seen && !document.querySelector('details[open]') && !document.querySelector('input').value) location.reload();
 else seen ??= now; }, 2000);`;
