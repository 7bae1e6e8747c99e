import * as contract from '@lanka/domain/demo/contract';
import type { Locale } from '@lanka/domain/kit/errors';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import { htmlLetter, plainLetter } from '../kit/mail/letter-design';
import { type LetterKind, letterKinds } from '../kit/mail/letters';
import type { Services } from '../kit/services';
import { listMails, readMail, readState } from './demo.store';
import { SIGN_INS } from './sign-ins';

/** Letters carry links that let one in, so they are shown only where everything is public anyway. */
async function requireOutbox(tx: Tx, app: Services): Promise<void> {
  if (!app.mail.kept || !(await readState(tx)).demo) throw contract.demoErrors.no_outbox();
}

export const demoRoutes: Served[] = [
  serve(contract.readDemo, async ({ tx, app }) => {
    const { demo } = await readState(tx);
    // with an outside provider nobody enters by a password
    const byPassword = demo && !app.config.oidc;
    return { demo, outbox: demo && app.mail.kept, ...(byPassword ? { sign_ins: [...SIGN_INS] } : {}) };
  }),
  serve(contract.listDemoMails, async ({ tx, app, query }) => {
    await requireOutbox(tx, app);
    return listMails(tx, query);
  }),
  serve(contract.readDemoMail, async ({ tx, app, params }) => {
    await requireOutbox(tx, app);
    const mail = await readMail(tx, params.id);
    if (!mail) throw contract.demoErrors.no_mail();
    return mail;
  }),
  serve(contract.listLetterKinds, async ({ tx, app }) => {
    if (!(await readState(tx)).demo) throw contract.demoErrors.no_letters();
    return { items: letterKinds().map((kind) => sampleOf(kind, app)) };
  }),
];

function sampleOf(kind: LetterKind<unknown>, { config }: Services): contract.LetterKindSample {
  const url = `${config.publicUrl}/cp/letters?token=${'a1B2c3D4'.repeat(5)}`;
  const inLocale = (locale: Locale) => {
    const letter = kind.to({ email: 'olena@example.com', locale }, kind.sample, url);
    return { subject: letter.subject, html: htmlLetter(letter, config), plain: plainLetter(letter, config) };
  };
  return { name: kind.name, ua: inLocale('ua'), en: inLocale('en') };
}
