// Lets readers of the reference make a call with a key of theirs. The key is kept nowhere: it is gone with the page. A
// file of its own because the content security policy allows no inline script.
(() => {
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
    const answer = await fetch(`/api${path}${query ? `?${query}` : ''}`, {
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
    return `HTTP ${answer.status}, ${Math.round(performance.now() - started)} ms\n\n${shown}`;
  }

  document.addEventListener('submit', async (event) => {
    const form = event.target.closest('form[data-method]');
    if (!form) return;
    event.preventDefault();
    const button = form.querySelector('button');
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
  // on a phone the sections are folded until they are asked for
  const menu = document.querySelector('nav > details');
  if (menu && matchMedia('(max-width: 991px)').matches) menu.open = false;
})();
