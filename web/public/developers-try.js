// Lets readers of the reference make a call with a key of theirs. A key that is typed is kept nowhere: it is gone with the
// page; one of the sandbox stays in this tab from page to page. A file of its own because the content security policy
// allows no inline script.
(() => {
  const SANDBOX = 'lanka-sandbox';
  const keys = () => document.querySelectorAll('form[data-method] input[data-in=key]');

  async function send(form) {
    const taken = (where) => [...form.querySelectorAll(`[data-in=${where}]`)].filter(({ value }) => value !== '');
    let path = form.dataset.path;
    for (const { name, value } of taken('path')) path = path.replace(`{${name}}`, encodeURIComponent(value));
    const query = new URLSearchParams(taken('query').map(({ name, value }) => [name, value])).toString();
    const [key] = taken('key');
    const [body] = taken('body');
    const { method, language } = form.dataset;
    const headers = { authorization: `Bearer ${key.value.trim()}`, 'accept-language': language };
    if (body) headers['content-type'] = 'application/json';
    if (method === 'POST') headers['idempotency-key'] = crypto.randomUUID();
    const started = performance.now();
    const url = `/api${path}${query ? `?${query}` : ''}`;
    const answer = await fetch(url, {
      ...{ method, headers, credentials: 'omit' },
      ...(body ? { body: body.value } : {}),
    });
    const text = await answer.text();
    let shown = text;
    try {
      shown = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // no JSON: an answer without a body
    }
    const took = Math.round(performance.now() - started);
    return `${method} ${location.origin}${url}\nHTTP ${answer.status}, ${took} ms\n\n${shown}`;
  }

  /** Into every form of the page that has nothing there yet, or all of them. */
  function fill({ key, project }, anew) {
    const places = [...keys()].map((one) => [one, key]);
    for (const one of document.querySelectorAll('input[name=project_id]')) places.push([one, project]);
    for (const [one, value] of places) if (anew || one.value === '') one.value = value;
  }

  /** As the web does it, one at a time over all tabs: a cookie that is used twice would look stolen. */
  async function renew(old) {
    if (localStorage.getItem('accessToken') !== old) return;
    const renewed = await fetch('/api/auth/refresh', { method: 'POST' });
    if (renewed.ok) localStorage.setItem('accessToken', (await renewed.json()).access_token);
  }

  /** The signed-in reader's call of our own pages; his session is renewed once when it has run out. */
  async function ask(method, path, again = true) {
    const token = localStorage.getItem('accessToken');
    const headers = {
      'accept-language': document.documentElement.lang,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    if (method === 'POST') headers['content-type'] = 'application/json';
    const body = method === 'POST' ? '{}' : undefined;
    const answer = await fetch(`/api/${path}`, { method, headers, body });
    if (answer.status === 401 && again) {
      await ('locks' in navigator ? navigator.locks.request('lanka.refresh', () => renew(token)) : renew(token));
      return ask(method, path, false);
    }
    return { status: answer.status, body: await answer.json().catch(() => null) };
  }

  /** A key of his sandbox, which is made where there is none. Null: nobody is signed in who may have one. */
  async function sandboxKey() {
    const me = await ask('GET', 'users/me');
    const own = me.body?.projects?.find(({ role, sandbox_until }) => role === 'Owner' && !sandbox_until);
    if (me.status !== 200 || !own) return null;
    const path = `projects/${own.id}/sandbox`;
    let made = await ask('POST', `${path}/key`);
    if (made.status === 404) made = await ask('POST', path);
    return made.status === 201 ? { key: made.body.key, project: made.body.sandbox.friendly_id } : null;
  }

  document.addEventListener('click', async ({ target }) => {
    const button = target.closest('button[data-sandbox]');
    if (!button) return;
    button.disabled = true;
    const got = await sandboxKey().catch(() => null);
    button.disabled = false;
    const place = button.form.querySelector('pre');
    place.hidden = got !== null;
    place.firstElementChild.textContent = got ? '' : button.dataset.failed;
    if (!got) return;
    fill(got, true);
    try {
      sessionStorage.setItem(SANDBOX, JSON.stringify(got));
    } catch {
      // a closed store: it is gone with the page
    }
  });

  document.addEventListener('submit', async (event) => {
    const form = event.target.closest('form[data-method]');
    if (!form) return;
    event.preventDefault();
    const button = form.querySelector('button[type=submit]');
    const place = form.querySelector('pre');
    button.disabled = true;
    const shown = await send(form).catch((error) => String(error));
    place.firstElementChild.textContent = shown;
    place.hidden = false;
    button.disabled = false;
  });
  // what is typed into one form is meant for all of this page
  document.addEventListener('input', (event) => {
    const { name, value } = event.target;
    if (name === 'key') for (const one of keys()) one.value = value;
    if (name === 'project_id') for (const one of document.querySelectorAll('input[name=project_id]')) one.value = value;
  });
  for (const one of document.querySelectorAll('details.try')) one.hidden = false;
  try {
    const got = JSON.parse(sessionStorage.getItem(SANDBOX) ?? 'null');
    if (got) fill(got, false);
  } catch {
    // a closed store: there is none
  }
  // on a phone the sections are folded until they are asked for
  const menu = document.querySelector('nav > details');
  if (menu && matchMedia('(max-width: 991px)').matches) menu.open = false;
})();
