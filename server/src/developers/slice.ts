import * as contract from '@lanka/domain/developers/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import { type Context, type FileAnswer, serve } from '../kit/http/serve';
import { slice } from '../kit/slice';
import { keptAnswers } from './kept';
import { FIRST_PAGE, pageOf } from './pages';

const kept = keptAnswers();
const HTML = 'text/html; charset=utf-8';

type Asked = Pick<Context<unknown, unknown, unknown, 'public'>, 'app' | 'asker'>;

/** Only pages that there are are kept: names of others are as many as somebody thinks of. */
async function page(locale: Locale, name: string, { app, asker }: Asked): Promise<FileAnswer> {
  const document = app.publicDocument();
  if (kept.has(`${locale}/${name}`)) return kept.answer(`${locale}/${name}`, HTML, () => '', asker);
  const { html, found } = pageOf(locale, document, name);
  if (found) return kept.answer(`${locale}/${name}`, HTML, () => html, asker);
  return { content_type: HTML, file_name: 'missing.html', inline: true, stream: Buffer.from(html), status: 404 };
}

export const developers = slice({
  name: 'developers',
  level: 1,
  routes: [
    serve(contract.readPublicDocument, ({ app, asker }) =>
      kept.answer('openapi.json', 'application/json; charset=utf-8', () => JSON.stringify(app.publicDocument()), asker),
    ),
    serve(contract.openDevelopers, ({ app, asker, locale }) => page(locale, FIRST_PAGE, { app, asker })),
    serve(contract.openDevelopersPage, ({ app, asker, params }) => page(params.language, params.page, { app, asker })),
  ],
});
