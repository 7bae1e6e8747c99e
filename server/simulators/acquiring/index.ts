import { createSign, generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import type { Simulator } from '../simulator';
import { controls } from './controls';
import { type Invoice, type Kept, leftOf, refuse, shown, TOKEN, tokenIn } from './kept';
import { payPage } from './page';

/** The internet acquiring of monobank: invoices with a page of the bank, callbacks that it signs, refunds. */

export function newKeys(): Pick<Kept, 'privateKey' | 'publicKey'> {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return pair;
}

const INITIAL: Kept = {
  ...{ invoices: [], revoked: [], privateKey: '', publicKey: '', late: [], count: 0 },
  ...{ lies: false, silent: false, keeps: false, holds: false },
};

/** The bank repeats a callback that was not answered 200 so many seconds later each. */
const AGAIN_SECONDS = [60, 600];

const Create = z.object({
  amount: z.int().min(1),
  ccy: z.int().default(980),
  merchantPaymInfo: z.object({ reference: z.string().default(''), destination: z.string().default('') }).prefault({}),
  redirectUrl: z.string().default(''),
  webHookUrl: z.string().default(''),
  validity: z.int().min(60).default(86_400),
});
const Cancel = z.object({
  invoiceId: z.string(),
  extRef: z.string().default(''),
  amount: z.int().min(1).optional(),
});

export const sign = (body: string, privateKey: string): string =>
  createSign('SHA256').update(body).sign(privateKey, 'base64');

/** What the bank does by itself and the page of the simulator asks for. */
export interface Bank {
  readonly kept: Kept;
  now(): string;
  /** Changes the invoice and calls it back. */
  change(invoice: Invoice, change: Partial<Pick<Invoice, 'status' | 'failureReason' | 'maskedPan'>>): Promise<void>;
  call(url: string, body: string, signature?: string): Promise<number | null>;
}

export const acquiring: Simulator = {
  name: 'acquiring',
  title: { ua: 'Оплата карткою (еквайринг monobank)', en: 'Payments by card (acquiring of monobank)' },
  about: {
    ua: 'Токен починається з m й має від 21 знака. У продукті: гаманець дропшипера «Оплатити карткою», «Підключені служби» – «Оплата карткою» в постачальника.',
    en: 'A token begins with m and has 21 signs or more. In the product: “Pay by card” of a dropshipper’s wallet; “Connected services”, “Payments by card” of the supplier.',
  },
  callsBack: { signedBy: 'x-sign' },
  path: '',
  open(server, world) {
    const kept = world.keep<Kept>(structuredClone(INITIAL));
    if (!kept.privateKey) Object.assign(kept, newKeys());
    // the bank tells moments to the second
    const now = (): string => `${world.now().toISOString().slice(0, 19)}Z`;
    const seconds = (): number => Math.floor(world.now().getTime() / 1_000);

    const call: Bank['call'] = async (url, body, signature = sign(body, kept.privateKey)) => {
      const headers = { 'content-type': 'application/json', 'x-sign': signature };
      const status = await world.send(url, { body, headers });
      if (status !== 200)
        kept.late.push({ url, body, signature, tries: 0, next_at: seconds() + (AGAIN_SECONDS[0] ?? 60) });
      return status;
    };
    const change: Bank['change'] = async (invoice, values) => {
      Object.assign(invoice, values, { modifiedDate: now() });
      const body = JSON.stringify({
        ...shown(invoice),
        ...(kept.lies && invoice.status === 'success' ? { amount: invoice.amount + 100 } : {}),
      });
      invoice.told.push(body);
      if (!kept.silent && invoice.webHookUrl) await call(invoice.webHookUrl, body);
    };
    const bank: Bank = { kept, now, change, call };

    const known = (request: Parameters<typeof tokenIn>[0], reply: Parameters<typeof refuse>[0]): string | null => {
      const token = tokenIn(request);
      if (TOKEN.test(token) && !kept.revoked.includes(token)) return token;
      refuse(reply, 403, 'FORBIDDEN', "forbidden: invalid 'X-Token'");
      return null;
    };
    const find = (token: string, id: string): Invoice | undefined => {
      const invoice = kept.invoices.find((one) => one.token === token && one.invoiceId === id);
      if (invoice?.status === 'created' && Date.parse(invoice.expiresAt) < world.now().getTime()) {
        // of this the bank calls nothing back
        invoice.status = 'expired';
        invoice.modifiedDate = invoice.expiresAt;
      }
      return invoice;
    };

    server.get('/api/merchant/details', async (request, reply) => {
      const token = known(request, reply);
      if (!token) return reply;
      return { merchantId: token.slice(0, 12), merchantName: 'ФОП Мельник Андрій', edrpou: '3184710691' };
    });
    server.get('/api/merchant/pubkey', async (request, reply) => {
      if (!known(request, reply)) return reply;
      return { key: Buffer.from(kept.publicKey).toString('base64') };
    });
    server.post('/api/merchant/invoice/create', async (request, reply) => {
      const token = known(request, reply);
      if (!token) return reply;
      const body = Create.safeParse(request.body);
      if (!body.success) return refuse(reply, 400, 'BAD_REQUEST', 'invalid parameters');
      const { amount, ccy, merchantPaymInfo, redirectUrl, webHookUrl, validity } = body.data;
      kept.count += 1;
      const invoiceId = `inv${String(kept.count).padStart(6, '0')}${Math.random().toString(36).slice(2, 10)}`;
      kept.invoices.push({
        ...{ invoiceId, token, amount, ccy, ...merchantPaymInfo, redirectUrl, webHookUrl },
        ...{ createdDate: now(), modifiedDate: now(), status: 'created', failureReason: '', maskedPan: '' },
        ...{ cancelList: [], told: [] },
        expiresAt: new Date(world.now().getTime() + validity * 1_000).toISOString(),
      });
      const { host } = request;
      return { invoiceId, pageUrl: `http://${host}/acquiring/pay/${invoiceId}` };
    });
    server.get('/api/merchant/invoice/status', async (request, reply) => {
      const token = known(request, reply);
      if (!token) return reply;
      const { invoiceId } = z.object({ invoiceId: z.string().default('') }).parse(request.query);
      const invoice = find(token, invoiceId);
      if (!invoice || invoice.status === 'removed') return refuse(reply, 404, 'NOT_FOUND', 'invoice not found');
      return shown(invoice);
    });
    server.post('/api/merchant/invoice/remove', async (request, reply) => {
      const token = known(request, reply);
      if (!token) return reply;
      const { invoiceId } = z.object({ invoiceId: z.string() }).parse(request.body);
      const invoice = find(token, invoiceId);
      if (!invoice) return refuse(reply, 404, 'NOT_FOUND', 'invoice not found');
      if (invoice.status !== 'created' && invoice.status !== 'failure')
        return refuse(reply, 400, 'BAD_REQUEST', 'invoice cannot be removed');
      invoice.status = 'removed';
      return {};
    });
    server.post('/api/merchant/invoice/cancel', async (request, reply) => {
      const token = known(request, reply);
      if (!token) return reply;
      const body = Cancel.safeParse(request.body);
      const invoice = body.success ? find(token, body.data.invoiceId) : undefined;
      if (!body.success || !invoice) return refuse(reply, 404, 'NOT_FOUND', 'invoice not found');
      const amount = body.data.amount ?? leftOf(invoice);
      if (invoice.status !== 'success' || amount > leftOf(invoice))
        return refuse(reply, 400, 'BAD_REQUEST', 'amount exceeds what is left');
      const one: Invoice['cancelList'][number] = {
        ...{ status: kept.keeps ? 'failure' : kept.holds ? 'processing' : 'success', amount, extRef: body.data.extRef },
        ...{ createdDate: now(), modifiedDate: now() },
      };
      invoice.cancelList.push(one);
      if (one.status === 'success') await change(invoice, { status: leftOf(invoice) === 0 ? 'reversed' : 'success' });
      return { status: one.status, createdDate: one.createdDate, modifiedDate: one.modifiedDate };
    });

    world.onAdvance(async () => {
      for (const one of kept.late.filter(({ next_at }) => next_at <= seconds())) {
        const headers = { 'content-type': 'application/json', 'x-sign': one.signature };
        const status = await world.send(one.url, { body: one.body, headers });
        one.tries += 1;
        const pause = AGAIN_SECONDS[one.tries];
        if (status === 200 || pause === undefined) kept.late = kept.late.filter((other) => other !== one);
        else one.next_at = seconds() + pause;
      }
    });
    payPage(server, bank);
    controls(world, bank);
  },
};
