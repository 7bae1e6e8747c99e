import * as contract from '@lanka/domain/fiscal/contract';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve, serveAsking } from '../kit/http/serve';
import * as checkbox from './client';
import { listDays, readDay } from './days.store';
import * as receipts from './receipts';
import * as receiptStore from './receipts.store';
import * as registers from './registers';
import * as store from './registers.store';
import { asReport, closeRegister, openRegister } from './shifts';
import { hearWebhook } from './webhooks';

const { fiscalErrors } = contract;

const creation = (route: typeof contract.createRegister): Served =>
  serveAsking(route, registers.askForNew, async ({ tx, app, scope, body, changed }, seen) => {
    const register = await registers.createRegister(tx, app, scope, body, seen);
    changed('cash_register', register.id);
    return register;
  });

/** The register is there, and the asker's. */
async function known(tx: Tx, scope: ProjectScope, id: string): Promise<string> {
  return (await registers.mustFind(tx, scope, id)).id;
}

const registerRoutes: Served[] = [
  serve(contract.listRegisters, async ({ tx, scope }) => ({ items: await store.listRegisters(tx, scope) })),
  serve(contract.readRegister, ({ tx, scope, params }) => registers.mustFind(tx, scope, params.id)),
  creation(contract.createRegister),
  creation(contract.setupIntegration as unknown as typeof contract.createRegister),
  serveAsking(
    contract.updateRegister,
    registers.askForChange,
    async ({ tx, app, scope, params, body, if_match, changed }, seen) => {
      const register = await registers.updateRegister(tx, app, scope, params.id, body, seen, if_match);
      changed('cash_register', register.id);
      return register;
    },
  ),
  serve(contract.deleteRegister, async ({ tx, scope, params, changed }) => {
    await registers.deleteRegister(tx, scope, params.id);
    changed('cash_register', params.id);
  }),
  serve(contract.openRegister, async ({ tx, app, scope, params, changed }) => {
    await openRegister(tx, app, scope, params.id);
    changed('cash_register', params.id);
    return registers.mustFind(tx, scope, params.id);
  }),
  serve(contract.closeRegister, async ({ tx, app, scope, params, changed }) => {
    await closeRegister(tx, app, scope, params.id);
    changed('cash_register', params.id);
    return registers.mustFind(tx, scope, params.id);
  }),
  serveAsking(contract.setWebhook, registers.askForWebhook, async ({ tx, app, scope, params, changed }, webhook) => {
    const register = await registers.saveWebhook(tx, app, scope, params.id, webhook);
    changed('cash_register', params.id);
    return register;
  }),
  serveAsking(contract.checkRegister, registers.askForState, async ({ tx, app, scope, params, changed }, seen) => {
    const register = await registers.saveState(tx, app, scope, params.id, seen);
    changed('cash_register', params.id);
    return register;
  }),
  serve(contract.listShifts, async ({ tx, scope, params, query }) =>
    store.listShifts(tx, scope, await known(tx, scope, params.id), query),
  ),
  serve(contract.listReports, async ({ tx, scope, params, query }) =>
    store.listReports(tx, scope, await known(tx, scope, params.id), query),
  ),
  serveAsking(
    contract.makeXReport,
    async (context) => {
      const { found, register } = await registers.keysOf(context);
      if (found.shift !== 'opened') throw fiscalErrors.not_open();
      const { app } = context;
      const report = await registers.toldOf(checkbox.makeReport(app, register));
      return { report, text: await checkbox.readReportText(app, register, report.id).catch(() => '') };
    },
    async ({ tx, scope, params, changed }, { report, text }) => {
      const register = await store.lockRegister(tx, scope, params.id);
      if (!register?.shift_id) throw fiscalErrors.not_open();
      await store.insertReport(tx, scope, register, asReport(report, register.shift_id, text));
      changed('cash_register', params.id);
      const made = await store.findReport(tx, scope, report.id);
      if (!made) throw fiscalErrors.not_open();
      return made;
    },
  ),
  serve(contract.makeService, async ({ tx, app, scope, params, body, changed }) => {
    const receipt = await receipts.makeService(tx, app, scope, params.id, body);
    changed('fiscal_receipt', receipt.id);
    return receipt;
  }),
];

const receiptRoutes: Served[] = [
  serve(contract.listReceipts, ({ tx, scope, query }) => receiptStore.listReceipts(tx, scope, query)),
  serve(contract.sumReceipts, ({ tx, scope, query }) => receiptStore.sumReceipts(tx, scope, query)),
  serve(contract.readReceipt, ({ tx, scope, params }) => receipts.mustFind(tx, scope, params.id)),
  serve(contract.readReceiptFile, async ({ tx, app, scope, params, query }) => {
    const receipt = await receipts.mustFind(tx, scope, params.id);
    if (receipt.status !== 'issued') throw fiscalErrors.not_issued();
    const project_id = scope.project.id;
    const { format } = query;
    const view = async () => {
      // the uuid is the secret: no key is needed
      const { bytes } = await registers.toldOf(
        checkbox.readView(app, { project_id, pin: '', license_key: '' }, receipt.id, format),
      );
      return bytes;
    };
    const end = format === 'pdf' ? 'pdf' : format === 'text' ? 'txt' : 'png';
    return {
      ...{ stream: view, inline: true, content_type: checkbox.typeOfView(format) },
      file_name: `${receipt.fiscal_code?.replace(/[^\w.-]/g, '_')}.${end}`,
    };
  }),
  serve(contract.sendReceipt, async ({ tx, app, scope, params, body, changed }) => {
    const receipt = await receipts.sendReceipt(tx, app, scope, params.id, body);
    changed('fiscal_receipt', receipt.id);
    return receipt;
  }),
  serve(contract.reverseReceipt, async ({ tx, app, scope, params, changed }) => {
    const receipt = await receipts.reverseReceipt(tx, app, scope, params.id);
    changed('fiscal_receipt', receipt.id);
    return receipt;
  }),
  serve(contract.readOrderReceipts, ({ tx, scope, params }) => receipts.readOrderReceipts(tx, scope, params.id)),
  serve(contract.issueReceipt, async ({ tx, app, scope, params, body, changed }) => {
    const receipt = await receipts.issueReceipt(tx, app, scope, params.id, body);
    changed('fiscal_receipt', receipt.id);
    changed('cash_register', receipt.register.id);
    return receipt;
  }),
];

const NO_TOTAL = { receipts: 0, sold: 0, returned: 0, net: 0, ledger: 0, differing: 0 };
const DAY_MS = 86_400_000;

const dayRoutes: Served[] = [
  serve(contract.listDays, async ({ tx, scope, query: { from, to } }) => {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    if (days < 1 || days > contract.MAX_DAYS)
      throw fiscalErrors.period_too_long({ path: 'to', allowed: contract.MAX_DAYS });
    const items = await listDays(tx, scope, from, to);
    const total = { ...NO_TOTAL };
    for (const day of items) for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += day[name];
    return { items, total };
  }),
  serve(contract.readDay, async ({ tx, scope, params }) => ({ items: await readDay(tx, scope, params.day) })),
];

const webhookRoutes: Served[] = [
  serve(contract.hearWebhook, ({ tx, app, params, bytes, asker }) =>
    hearWebhook(tx, app, params, bytes ?? Buffer.alloc(0), asker.header('x-request-signature')),
  ),
];

export const fiscalRoutes = [...registerRoutes, ...receiptRoutes, ...dayRoutes, ...webhookRoutes];
