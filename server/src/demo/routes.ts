import * as contract from '@lanka/domain/demo/contract';
import type { Tx } from '../kit/db';
import { type Served, serve } from '../kit/http';
import type { Services } from '../kit/services';
import { SIGN_INS } from './sign-ins';
import { listMails, readMail, readState } from './store';

/** Letters carry links that let one in, so they are shown only where everything is public anyway. */
async function requireOutbox(tx: Tx, app: Services): Promise<void> {
  if (!app.mail.kept || !(await readState(tx)).demo) throw contract.demoErrors.no_outbox();
}

export const demoRoutes: Served[] = [
  serve(contract.readDemo, async ({ tx, app }) => {
    const { demo } = await readState(tx);
    return { demo, outbox: demo && app.mail.kept, ...(demo ? { sign_ins: [...SIGN_INS] } : {}) };
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
];
