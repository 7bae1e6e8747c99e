import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Simulator } from '../simulator';
import { Answered, read, refuse } from './answers';
import { controls } from './controls';
import { INITIAL, type Receipt, type Register } from './kept';
import { Sell, Service, shownReport, Till } from './till';
import { asHtml, asPdf, asPng, asText, reportText } from './views';

/**
 * Checkbox as it is documented: everything is asynchronous, a receipt has the id that was given with it, tokens end,
 * a register may be offline, and webhooks are signed, late and tried again. Sums that do not add up are refused.
 */
export const checkbox: Simulator = {
  name: 'checkbox',
  title: { ua: 'Каса Checkbox', en: 'Checkbox, a cash register' },
  about: {
    ua: 'Ключі й PIN-коди трьох кас показує кнопка нижче. У продукті: «Програмна каса» й чеки на сторінці замовлення.',
    en: 'A button below shows the keys and PINs of three registers. In the product: “Fiscal register”, and receipts on the page of an order.',
  },
  callsBack: { signedBy: 'x-request-signature' },
  path: '/api/v1',
  open(server, world) {
    const kept = world.keep(structuredClone(INITIAL));
    const till = new Till(kept, world);
    server.setErrorHandler((error, _request, reply) => {
      if (error instanceof Answered) return reply.code(error.code).send(error.body);
      return reply
        .code((error as { statusCode?: number }).statusCode ?? 500)
        .send({ message: (error as Error).message });
    });
    server.register(async (below) => mount(below, till), { prefix: '/api/v1' });
    controls(world, till);
    world.onAdvance(() => till.goOn());
  },
};

const idOf = (request: FastifyRequest): string => read(z.object({ id: z.uuid() }), request.params).id;

function mount(server: FastifyInstance, till: Till): void {
  const { kept } = till;
  server.post('/cashier/signinPinCode', async (request) => {
    const { pin_code } = read(z.object({ pin_code: z.string() }), request.body);
    const access_token = till.signIn(request, pin_code);
    return { type: 'bearer', token_type: 'bearer', access_token };
  });
  server.post('/cashier/signout', async (request, reply) => {
    delete kept.tokens[/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''];
    return reply.code(205).send();
  });
  server.get('/cashier/me', async (request) => {
    const { id, full_name, blocked } = till.cashier(request);
    return {
      ...{ id, full_name, nin: 1234567890, key_id: null, signature_type: 'AGENT', permissions: null },
      blocked: blocked ? till.now() : null,
    };
  });
  server.get('/cashier/shift', async (request) => {
    const { id } = till.cashier(request);
    const shift = till.openShiftOf((one) => one.cashier === id);
    return shift ? till.shown(till.look(shift)) : null;
  });
  server.get('/cashier/check-signature', async (request) => {
    const { signs } = till.cashier(request);
    return { online: true, type: 'AGENT', shift_open_possibility: signs };
  });
  server.get('/cash-registers/info', async (request) => {
    const { id, fiscal_number, address, title, offline, is_test } = till.register(request);
    const has_shift = till.openShiftOf((one) => one.register === id) !== undefined;
    return { ...{ id, fiscal_number, address, title, is_test, has_shift }, offline_mode: offline, stay_offline: false };
  });

  server.post('/shifts', async (request, reply) => {
    const { id = randomUUID() } = read(z.object({ id: z.uuid().optional() }), request.body ?? {});
    const shift = till.openShift(till.register(request), till.cashier(request), id);
    return reply.code(202).send(till.shown(shift));
  });
  server.get('/shifts/:id', async (request) => {
    till.cashier(request);
    const shift = kept.shifts.find(({ id }) => id === idOf(request));
    if (!shift) throw refuse(404, 'Зміну не знайдено');
    return till.shown(till.look(shift));
  });
  server.post('/shifts/close', async (request, reply) => {
    const { id } = till.cashier(request);
    const shift = till.openShiftOf((one) => one.cashier === id);
    if (!shift) throw refuse(400, 'Зміну не відкрито');
    return reply.code(202).send(till.shown(till.closeShift(shift)));
  });

  server.post('/receipts/sell', async (request, reply) => {
    const receipt = till.sell(till.cashier(request), read(Sell, request.body));
    return reply.code(201).send(till.shownReceipt(receipt));
  });
  server.post('/receipts/service', async (request, reply) => {
    const receipt = till.service(till.cashier(request), read(Service, request.body));
    return reply.code(201).send(till.shownReceipt(receipt));
  });
  const receiptOf = (request: FastifyRequest): Receipt => {
    const receipt = kept.receipts.find(({ id }) => id === idOf(request));
    if (!receipt) throw refuse(404, 'Чек не знайдено');
    return receipt;
  };
  server.get('/receipts/:id', async (request) => {
    till.cashier(request);
    return till.shownReceipt(till.lookAt(receiptOf(request)));
  });
  server.post('/receipts/:id/email', async (request) => {
    till.cashier(request);
    receiptOf(request).sent.push(...read(z.array(z.email()).min(1), request.body));
    return { message: 'ok' };
  });
  server.post('/receipts/:id/sms', async (request) => {
    till.cashier(request);
    receiptOf(request).sent.push(read(z.object({ phone: z.string().regex(/^380\d{9}$/) }), request.body).phone);
    return { ok: true };
  });
  // whoever knows the uuid sees it
  const view = (format: string, type: string, draw: (receipt: Receipt, register: Register) => string | Buffer) =>
    server.get(`/receipts/:id/${format}`, async (request: FastifyRequest, reply: FastifyReply) => {
      const receipt = receiptOf(request);
      if (receipt.status !== 'DONE') throw refuse(404, 'Чек не знайдено');
      return reply.type(type).send(draw(receipt, till.registerOf(receipt.register)));
    });
  view('text', 'text/plain; charset=utf-8', asText);
  view('html', 'text/html; charset=utf-8', asHtml);
  view('pdf', 'application/pdf', asPdf);
  view('png', 'image/png', asPng);
  view('qrcode', 'image/png', asPng);

  server.post('/reports', async (request, reply) => {
    const report = till.report(till.shiftFor(till.cashier(request)), false);
    return reply.code(201).send(shownReport(report));
  });
  server.get('/reports/:id/text', async (request, reply) => {
    till.cashier(request);
    const report = kept.reports.find(({ id }) => id === idOf(request));
    if (!report) throw refuse(404, 'Звіт не знайдено');
    return reply.type('text/plain; charset=utf-8').send(reportText(report, till.registerOf(report.register)));
  });

  server.post('/webhook', async (request) => {
    const register = till.register(request);
    till.cashier(request);
    const { url } = read(z.object({ url: z.url() }), request.body);
    register.webhook = { url, key: randomBytes(16).toString('hex'), created_at: till.now() };
    return { ...register.webhook, last_error_date: null, last_error_message: null };
  });
  server.get('/webhook', async (request) => {
    const { webhook } = till.register(request);
    if (!webhook) throw refuse(404, 'Вебхук не знайдено');
    return webhook;
  });
  server.delete('/webhook', async (request) => {
    till.register(request).webhook = null;
    return { ok: true };
  });
}
