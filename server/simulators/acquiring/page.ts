import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Bank } from './index';
import type { Invoice } from './kept';

const escaped = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
const Named = z.object({ id: z.string() });
const CARD = '444403******1902';

/** The page where somebody pays, declines, or closes it: what the bank shows to whoever has the address. */
export function payPage(server: FastifyInstance, bank: Bank): void {
  const find = (id: string): Invoice | undefined => bank.kept.invoices.find(({ invoiceId }) => invoiceId === id);
  const config = { page: true };
  server.get('/pay/:id', { config }, async (request, reply) => {
    const invoice = find(Named.parse(request.params).id);
    return reply
      .code(invoice ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(invoice ? page(bank, invoice) : '404');
  });
  server.post('/pay/:id/:deed', { config }, async (request, reply) => {
    const { id, deed } = Named.extend({ deed: z.enum(['pay', 'decline', 'close']) }).parse(request.params);
    const invoice = find(id);
    if (!invoice) return reply.code(404).send({});
    if (deed !== 'close' && isOpen(bank, invoice)) await (deed === 'pay' ? pay : decline)(bank, invoice);
    return { to: invoice.redirectUrl };
  });
}

/** By the clock of the bank. */
export const isOpen = (bank: Bank, { status, expiresAt }: Invoice): boolean =>
  (status === 'created' || status === 'failure') && Date.parse(expiresAt) > Date.parse(bank.now());

export async function pay(bank: Bank, invoice: Invoice): Promise<void> {
  await bank.change(invoice, { status: 'processing' });
  await bank.change(invoice, { status: 'success', maskedPan: CARD });
}

export async function decline(bank: Bank, invoice: Invoice): Promise<void> {
  await bank.change(invoice, { status: 'processing' });
  await bank.change(invoice, { status: 'failure', failureReason: 'Недостатньо коштів' });
}

const STATUS: Readonly<Record<Invoice['status'], string>> = {
  ...{ created: 'Чекає на оплату / Waits to be paid', processing: 'Обробляється / Under way' },
  ...{ success: 'Оплачено / Paid', failure: 'Відхилено / Declined', reversed: 'Повернено / Refunded' },
  ...{ expired: 'Строк минув / Expired', removed: 'Рахунок скасовано / Canceled' },
};

function page(bank: Bank, invoice: Invoice): string {
  const { invoiceId, amount, destination, status, redirectUrl } = invoice;
  const sum = `${(amount / 100).toFixed(2).replace('.', ',')} ₴`;
  const buttons = isOpen(bank, invoice)
    ? `<button data-deed="pay">Оплатити / Pay ${sum}</button><button data-deed="decline">Відхилити / Decline</button>`
    : '';
  return `<!doctype html><html lang="uk"><head><meta charset="utf-8"><title>Оплата ${sum}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1f2430;background:#f6f7f9}
main{max-width:420px;margin:40px auto;background:#fff;border:1px solid #d8dce3;border-radius:12px;padding:24px}
button,a{display:block;width:100%;box-sizing:border-box;text-align:center;font:inherit;padding:12px;margin:12px 0;border:1px solid #1f2430;border-radius:8px;background:#fff;color:#1f2430;cursor:pointer;text-decoration:none}
button[data-deed=pay]{background:#1f2430;color:#fff}h1{margin:0}
@media(prefers-color-scheme:dark){body{background:#15181e}}</style></head><body><main>
<p>Симулятор банку / Simulator of the bank</p><h1>${sum}</h1><p>${escaped(destination)}</p><p>Картка / Card 4444 03** **** 1902</p>
<p role="status">${STATUS[status]}</p>${buttons}
${redirectUrl ? `<button data-deed="close">Повернутися до магазину / Back to the shop</button>` : ''}</main><script>
for (const button of document.querySelectorAll('button')) button.addEventListener('click', async () => {
for (const one of document.querySelectorAll('button')) one.disabled = true;
const answer = await fetch('/acquiring/pay/${escaped(invoiceId)}/' + button.dataset.deed, { method: 'POST' });
const { to } = await answer.json();
if (to) location.assign(to); else location.reload(); });</script></body></html>`;
}
