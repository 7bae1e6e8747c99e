import type { Locale } from '@lanka/domain/kit/errors';
import {
  AREA_TITLES,
  type PublicDocument,
  type PublicOperation,
  type PublicParameter,
} from '../kit/http/openapi-public';
import { escaped } from '../kit/http/public-page';
import { fieldsOf, fieldTable } from './fields';
import type { Link } from './layout';
import { SUMMARIES } from './summaries';
import { WORDS } from './words';

interface Call extends PublicOperation {
  readonly method: string;
  readonly path: string;
}

const callsOf = ({ paths }: PublicDocument): readonly Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );

const areasOf = (document: PublicDocument): readonly string[] => [
  ...new Set(callsOf(document).flatMap(({ tags }) => tags)),
];

const titleOf = (locale: Locale, area: string): string => AREA_TITLES[area]?.[locale] ?? area;

export const referencePages = (locale: Locale, document: PublicDocument): readonly Link[] =>
  areasOf(document)
    .map((area) => ({ page: `reference-${area}`, title: titleOf(locale, area) }))
    .sort(
      (a, b) => Object.keys(AREA_TITLES).indexOf(a.page.slice(10)) - Object.keys(AREA_TITLES).indexOf(b.page.slice(10)),
    );

/** The calls of one area; null: there is none of that name. */
export function referencePage(locale: Locale, document: PublicDocument, page: string): string | null {
  const area = /^reference-(.+)$/.exec(page)?.[1];
  const calls = callsOf(document).filter(({ tags }) => area !== undefined && tags.includes(area));
  if (calls.length === 0) return null;
  const order = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
  const sorted = [...calls].sort(
    (a, b) => a.path.length - b.path.length || order.indexOf(a.method) - order.indexOf(b.method),
  );
  const contents = sorted.map((one) => `<li><a href="#${one.operationId}">${escaped(summaryOf(locale, one))}</a></li>`);
  const lead = `<p>${WORDS[locale].referenceLead}</p><ul>${contents.join('')}</ul>`;
  return lead + sorted.map((one) => callPart(locale, document, one)).join('');
}

const summaryOf = (locale: Locale, { operationId, summary }: Call): string =>
  locale === 'ua' ? (SUMMARIES[operationId] ?? summary) : summary;

function callPart(locale: Locale, document: PublicDocument, call: Call): string {
  const words = WORDS[locale];
  const within = (where: string) => call.parameters.filter((one) => one.in === where);
  const table = (title: string, given: readonly PublicParameter[]): string =>
    given.length > 0 ? `<h3>${title}</h3>${fieldTable(locale, given)}` : '';
  const body = call.requestBody?.content['application/json'];
  const [status, answer] = Object.entries(call.responses).find(([code]) => Number(code) < 400) ?? ['204', {}];
  const answered = answer.content?.['application/json'];
  const fields = answered ? fieldsOf(answered.schema, { answered: true }) : [];
  const scopes = call['x-api-scopes'].map((scope) => `<code>${scope}</code>`).join(` ${words.or} `);
  return `<section class="call" id="${call.operationId}"><h2>${escaped(summaryOf(locale, call))}</h2>
<p class="line"><span class="method">${call.method}</span><code>/api${escaped(call.path)}</code><span class="dim">${words.scope}: ${scopes}</span></p>
${table(words.path, within('path'))}${table(words.query, within('query'))}
${body ? `<h3>${words.body}</h3>${fieldTable(locale, fieldsOf(body.schema))}` : ''}
<h3>${words.example}</h3><pre tabindex="0"><code>${escaped(curl(call))}</code></pre><pre tabindex="0"><code>${escaped(sdk(call))}</code></pre>
<h3>${words.answer}: ${status}${answered ? '' : `, ${words.noAnswer}`}</h3>
${answered ? `<pre tabindex="0"><code>${escaped(JSON.stringify(answered.example, null, 2))}</code></pre><details class="box"><summary>${words.fields(fields.length)}</summary><div>${fieldTable(locale, fields)}</div></details>` : ''}
${errorsPart(locale, document, call)}${tryPart(locale, call)}</section>`;
}

function errorsPart(locale: Locale, document: PublicDocument, call: Call): string {
  const words = WORDS[locale];
  const lines = Object.entries(call.responses).flatMap(([status, { content }]) =>
    Object.keys(content?.['application/json'].examples ?? {}).map((code) => {
      const example = document.components.examples[code];
      const text =
        locale === 'ua' ? example?.['x-message-ua'] : (example?.value as { message: string } | undefined)?.message;
      return `<tr><td><code>${code}</code></td><td>${status}</td><td>${escaped(text ?? '')}</td></tr>`;
    }),
  );
  return `<details class="box"><summary>${words.errors} (${lines.length})</summary><div class="table"><table><thead><tr><th>${words.code}</th><th>HTTP</th><th>${words.said}</th></tr></thead><tbody>${lines.join('')}</tbody></table></div></details>`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function curl({ method, path, requestBody, operationId }: Call): string {
  const body = requestBody?.content['application/json'].example;
  const named = path
    .replace('{project_id}', '$PROJECT')
    .replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "https://lanka.example/api${named}"`,
    '-H "Authorization: Bearer $LANKA_KEY"',
    ...(method === 'POST' ? [`-H "Idempotency-Key: ${operationId}-417"`] : []),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ');
}

function sdk({ operationId, path, method, requestBody, responses }: Call): string {
  const name = operationId.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const params = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, one]) => (one && one !== 'project_id' ? [one] : []));
  const body = requestBody?.content['application/json'].example;
  const given = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(method === 'POST' ? [`idempotencyKey: '${operationId}-417'`] : []),
    ...(body === undefined ? [] : [`body: ${JSON.stringify(body, null, 2).replace(/"(\w+)":/g, '$1:')}`]),
  ];
  const input = given.length > 0 ? `, { ${given.join(', ')} }` : '';
  const isList = JSON.stringify(responses['200']?.content?.['application/json']?.schema ?? {}).includes(
    '"next_cursor"',
  );
  if (isList) return `for await (const one of lanka.items(${name}${input})) console.log(one);`;
  return `${responses['204'] ? '' : 'const answer = '}await lanka.call(${name}${input});`;
}

/** The page's own script sends it; without one it is not shown. */
function tryPart(locale: Locale, call: Call): string {
  const words = WORDS[locale];
  const id = (name: string): string => `${call.operationId}-${name}`;
  const inputs = call.parameters
    .filter((one) => one.in === 'path' || one.in === 'query')
    .map(
      (one) =>
        `<label for="${id(one.name)}">${escaped(one.name)}</label><input id="${id(one.name)}" data-in="${one.in}" name="${escaped(one.name)}"${one.required ? ' required' : ''} autocomplete="off">`,
    );
  const body = call.requestBody?.content['application/json'].example;
  const text =
    body === undefined
      ? ''
      : `<label for="${id('body')}">${words.body}</label><textarea id="${id('body')}" name="body" data-in="body" spellcheck="false">${escaped(JSON.stringify(body, null, 2))}</textarea>`;
  const warning = call.method === 'GET' ? '' : `<p class="warn">${words.warning}</p>`;
  return `<details class="box try" hidden><summary>${words.tryIt}</summary><div><form data-method="${call.method}" data-path="${escaped(call.path)}" data-language="${words.lang}">
<label for="${id('key')}">${words.key}</label><input id="${id('key')}" type="password" name="key" data-in="key" required autocomplete="off" placeholder="lanka_…"><p class="dim">${words.keyHint}. <a href="/cp/integrations/api/sandbox">${words.sandboxOpen}</a></p>
<button type="button" class="quiet" data-sandbox data-failed="${words.sandboxSignIn}">${words.sandboxKey}</button><p class="dim">${words.sandboxHint}</p>
${inputs.join('')}${text}${warning}<button type="submit">${words.send}</button><pre tabindex="0" hidden role="status"><code></code></pre></form></div></details>`;
}
