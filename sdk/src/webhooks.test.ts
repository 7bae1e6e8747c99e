import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { verifyWebhook, WebhookError } from './webhooks.js';

const SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes ....').toString('base64')}`;
const OLD = `whsec_${Buffer.from('the one before').toString('base64')}`;
const body = '{"type":"order.created","data":{"id":"ґ"}}';

/** By the standard: https://www.standardwebhooks.com */
function sign(secret: string, id = 'msg_1', at = Math.floor(Date.now() / 1000), text = body): Record<string, string> {
  const key = Buffer.from(secret.slice(6), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${at}.${text}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` };
}

it('takes what is signed, as text or bytes, by either secret while one is replaced', async () => {
  const headers = sign(SECRET);
  const taken = await verifyWebhook({ headers, body, secrets: SECRET });
  expect(taken).toMatchObject({ id: 'msg_1', payload: { type: 'order.created', data: { id: 'ґ' } } });
  await verifyWebhook({ headers: new Headers(headers), body: new TextEncoder().encode(body), secrets: SECRET });
  await verifyWebhook({ headers: sign(OLD), body, secrets: [SECRET, OLD] });
  const both = { ...headers, 'webhook-signature': `${sign(OLD)['webhook-signature']} ${headers['webhook-signature']}` };
  await verifyWebhook({ headers: both, body, secrets: [SECRET] });
});

it('is the signature that the standard shows', async () => {
  // the example of its libraries
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const secrets = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const asked = { headers, body: '{"test": 2432232314}', secrets, toleranceSeconds: Number.POSITIVE_INFINITY };
  expect((await verifyWebhook(asked)).payload).toEqual({ test: 2432232314 });
});

const now = Math.floor(Date.now() / 1000);
it.each([
  ['another body', sign(SECRET), `${body} `],
  ['another id', { ...sign(SECRET), 'webhook-id': 'msg_2' }, body],
  ['another time', { ...sign(SECRET), 'webhook-timestamp': String(now - 1) }, body],
  ['another secret', sign(OLD), body],
  ['what is too old', sign(SECRET, 'msg_1', now - 400), body],
  ['what is from ahead of time', sign(SECRET, 'msg_1', now + 400), body],
  ['no time', { ...sign(SECRET), 'webhook-timestamp': 'x' }, body],
  ['no signature', { ...sign(SECRET), 'webhook-signature': '' }, body],
  ['a signature of another kind', { ...sign(SECRET), 'webhook-signature': 'v1a,AAAA' }, body],
  ['a signature that is none', { ...sign(SECRET), 'webhook-signature': 'v1,***' }, body],
])('refuses %s', async (_what, headers, text) => {
  await expect(verifyWebhook({ headers, body: text, secrets: SECRET })).rejects.toThrow(WebhookError);
});
