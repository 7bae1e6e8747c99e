import type { Locale } from '@lanka/domain/kit/errors';
import { LEAST_SECONDS, TICKET_SECONDS } from '@lanka/domain/request_forms/contract';
import type { FileAnswer } from '../kit/http/serve';
import type { StoredSiteForm } from './site_forms.store';

export const scriptUrl = (publicUrl: string, project_id: string): string =>
  `${publicUrl}/api/site_forms/${project_id}/form.js`;

const WORDS = {
  ua: {
    title: 'Напишіть нам',
    name: 'Ім’я',
    phone: 'Телефон',
    email: 'E-mail',
    comment: 'Повідомлення',
    send: 'Надіслати',
    sending: 'Надсилаємо…',
    thanks: 'Дякуємо, ми отримали ваше повідомлення й скоро відповімо.',
    required: 'обов’язкове поле',
    contact: 'Вкажіть телефон або e-mail',
    failed: 'Не вдалося надіслати. Перевірте зв’язок і натисніть ще раз',
  },
  en: {
    title: 'Write to us',
    name: 'Name',
    phone: 'Phone',
    email: 'E-mail',
    comment: 'Message',
    send: 'Send',
    sending: 'Sending…',
    thanks: 'Thank you, we have your message and will answer soon.',
    required: 'this field is required',
    contact: 'Give a phone or an e-mail',
    failed: 'It could not be sent. Check the connection and press once more',
  },
} as const satisfies Record<Locale, object>;

/** Plain DOM within a shadow root, so that neither the page's styles nor the form's reach each other. */
const SCRIPT = `(function (known) {
  'use strict';
  var t = known.words, here = document.currentScript, ticket = null, since = 0;
  var host = document.createElement('div');
  here.parentNode.insertBefore(host, here);
  var root = host.attachShadow({ mode: 'open' });
  function make(tag, given, inner) {
    var one = document.createElement(tag);
    for (var key in given) one.setAttribute(key, given[key]);
    (inner || []).forEach(function (part) { one.append(part); });
    return one;
  }
  var style = make('style', {}, [
    ':host{all:initial}form{box-sizing:border-box;max-width:440px;font:16px/1.5 system-ui,sans-serif;color:#1b2430;background:#fff;' +
    'padding:20px;border:1px solid #d5dbe3;border-radius:12px;display:grid;gap:12px}h2{margin:0;font-size:20px;line-height:1.3;overflow-wrap:anywhere}' +
    'label{display:grid;gap:4px;font-size:14px;font-weight:600}input,textarea{box-sizing:border-box;width:100%;font:inherit;font-size:16px;' +
    'font-weight:400;color:inherit;background:#fff;padding:9px 12px;border:1px solid #8a94a3;border-radius:8px}textarea{min-height:96px;resize:vertical}' +
    'input:focus-visible,textarea:focus-visible,button:focus-visible{outline:3px solid #8db8f5;outline-offset:1px}' +
    'button{font:inherit;font-weight:600;color:#fff;background:#1f5fbf;border:0;border-radius:8px;padding:11px 20px;cursor:pointer}' +
    'button[disabled]{opacity:.65;cursor:default}p{margin:0;font-size:14px;overflow-wrap:anywhere}[role=alert]{color:#b42318}' +
    '[role=alert]:empty{display:none}.two{display:grid;gap:12px;grid-template-columns:repeat(auto-fit,minmax(150px,1fr))}' +
    '.trap{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}.done{font-size:16px}'
  ]);
  function field(name, label, given, tag) {
    var input = make(tag || 'input', Object.assign({ name: name }, given));
    return make('label', {}, [label, input]);
  }
  var problem = make('p', { role: 'alert' }), button = make('button', { type: 'submit' }, [t.send]);
  var trap = make('div', { 'class': 'trap', 'aria-hidden': 'true' }, [
    field('nickname', 'Nickname', { tabindex: '-1', autocomplete: 'off' })
  ]);
  var form = make('form', { novalidate: '', 'aria-label': known.title }, [
    make('h2', {}, [known.title]),
    field('name', t.name, { autocomplete: 'name', maxlength: '120', required: '' }),
    make('div', { 'class': 'two' }, [
      field('phone', t.phone, { type: 'tel', autocomplete: 'tel', maxlength: '40' }),
      field('email', t.email, { type: 'email', autocomplete: 'email', maxlength: '254' })
    ]),
    field('comment', t.comment, { maxlength: '2000' }, 'textarea'),
    trap, problem, button
  ]);
  if (known.notice) form.append(make('p', {}, [known.notice]));
  root.append(style, form);
  function ask(path, options) {
    return fetch(known.url + path, options).then(function (answer) {
      return answer.json().then(function (body) {
        if (answer.ok) return body;
        var first = body.details && body.details[0] && body.details[0].message;
        var failed = new Error(first || body.message);
        failed.told = true;
        failed.code = body.code;
        throw failed;
      });
    });
  }
  function renew() {
    return ask('/ticket', { headers: { 'accept-language': known.lang } }).then(function (given) {
      ticket = given.ticket;
      since = Date.now();
    });
  }
  // whoever does not begin to write costs nobody a call
  form.addEventListener('focusin', function () { if (!ticket) renew().catch(function () {}); }, { once: true });
  function ready() {
    var fresh = ticket && Date.now() - since < known.lasts ? Promise.resolve() : renew();
    return fresh.then(function () {
      return new Promise(function (go) { setTimeout(go, Math.max(0, since + known.waits - Date.now())); });
    });
  }
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    var body = { page_url: location.origin + location.pathname };
    root.querySelectorAll('input,textarea').forEach(function (one) {
      if (one.value.trim()) body[one.name] = one.value.trim();
    });
    body.page_url = body.page_url.slice(0, 500);
    problem.textContent = '';
    var missing = !body.name ? 'name' : !body.phone && !body.email ? 'phone' : null;
    if (missing) {
      problem.textContent = missing === 'name' ? t.name + ': ' + t.required : t.contact;
      root.querySelector('[name=' + missing + ']').focus();
      return;
    }
    button.disabled = true;
    button.textContent = t.sending;
    ready().then(function () {
      body.ticket = ticket;
      return ask('', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'accept-language': known.lang },
        body: JSON.stringify(body)
      });
    }).then(function () {
      var done = make('p', { role: 'status', 'class': 'done', tabindex: '-1' }, [known.thanks]);
      form.replaceChildren(make('h2', {}, [known.title]), done);
      done.focus();
    }, function (failed) {
      if (failed.code === 'request_forms.ticket_old') ticket = null;
      problem.textContent = failed.told ? failed.message : t.failed;
      button.disabled = false;
      button.textContent = t.send;
    });
  });
})`;

/** The form with the owner's words. Its texts are data of the script, never markup. */
export function formScript({ locale, title, notice, thanks }: StoredSiteForm, url: string): FileAnswer {
  const { title: usual, thanks: usualThanks, ...words } = WORDS[locale];
  const known = {
    ...{ url, lang: locale === 'ua' ? 'uk' : 'en', words, notice },
    ...{ title: title || usual, thanks: thanks || usualThanks },
    ...{ waits: LEAST_SECONDS * 1_000 + 200, lasts: (TICKET_SECONDS - 60) * 1_000 },
  };
  // these two end a line in scripts of old browsers
  const json = JSON.stringify(known).replace(
    /[\u2028\u2029<]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return {
    ...{ stream: Buffer.from(`${SCRIPT}(${json});\n`), content_type: 'text/javascript; charset=utf-8' },
    ...{ file_name: 'form.js', inline: true },
    headers: { 'cache-control': 'public, max-age=300', 'cross-origin-resource-policy': 'cross-origin' },
  };
}
