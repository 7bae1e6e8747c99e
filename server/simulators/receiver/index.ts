import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Simulator, Words } from '../simulator';
import { receiverPage } from './page';

/** A site that takes webhooks, as whoever connects one would write it by Standard Webhooks. */

/** What it answers. `slow` is longer than anybody waits; `gone` says that nothing is to be sent there any more. */
export const ANSWERS = {
  ok: { status: 200, ua: '200: приймає', en: '200: takes it' },
  error: { status: 500, ua: '500: не приймає', en: '500: does not take it' },
  slow: { status: 200, ua: 'мовчить 15 секунд', en: 'is silent for 15 seconds' },
  gone: { status: 410, ua: '410: адреси більше немає', en: '410: the address is gone' },
  redirect: { status: 307, ua: '307: перейти за іншою адресою', en: '307: go to another address' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly ua: string; readonly en: string }>>;
export type AnswerName = keyof typeof ANSWERS;
const NAMES = Object.keys(ANSWERS) as [AnswerName, ...AnswerName[]];

export interface Received {
  readonly at: string;
  readonly path: string;
  /** The same when it is sent again. */
  readonly id: string;
  readonly event: string;
  /** By a secret that is known here, and not older than five minutes. Null: no secret is known. */
  readonly signed: boolean | null;
  readonly status: number;
  readonly body: string;
}

export interface Kept {
  /** Newest first. */
  received: Received[];
  /** Newest first: while one is replaced two of them sign. */
  secrets: string[];
  answer: AnswerName;
}

const INITIAL: Kept = { received: [], secrets: [], answer: 'ok' };
const MOST_RECEIVED = 200;
const MOST_SECRETS = 20;
const SLOW_MS = 15_000;
const LATE_SECONDS = 300;
const SECRET = /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/;

const header = ({ headers }: FastifyRequest, name: string): string => String(headers[name] ?? '');

/** As Standard Webhooks has it: over id, time and body, any of the signatures by any of the secrets. */
function verify(request: FastifyRequest, body: string, secrets: readonly string[]): boolean | null {
  if (secrets.length === 0) return null;
  const seconds = Number(header(request, 'webhook-timestamp'));
  if (!(Math.abs(Date.now() / 1000 - seconds) < LATE_SECONDS)) return false;
  const given = header(request, 'webhook-signature').split(' ');
  const text = `${header(request, 'webhook-id')}.${seconds}.${body}`;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const wanted = Buffer.from(`v1,${createHmac('sha256', key).update(text).digest('base64')}`);
    return given.some((one) => one.length === wanted.length && timingSafeEqual(Buffer.from(one), wanted));
  });
}

function eventOf(body: string): string {
  try {
    return z.object({ type: z.string() }).parse(JSON.parse(body)).type;
  } catch {
    return '?';
  }
}

const said = (ua: string, en: string): string => `${ua} / ${en}`;

export const receiver: Simulator = {
  name: 'receiver',
  title: { ua: 'Приймач вебхуків', en: 'A receiver of webhooks' },
  about: {
    ua: 'Своя сторінка – /receiver. У продукті: «Розробникам», «Вебхуки».',
    en: 'It has a page of its own, /receiver. In the product: “Developers”, “Webhooks”.',
  },
  path: '',
  open(server, world) {
    const kept = world.keep<Kept>(INITIAL);
    // the signature is over the bytes as they came
    server.removeAllContentTypeParsers();
    server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    server.post('/hooks', (request, reply) => take(request, reply));
    server.post('/hooks/:name', (request, reply) => take(request, reply));
    async function take(request: FastifyRequest, reply: FastifyReply) {
      const body = String(request.body ?? '');
      const { answer } = kept;
      const { status } = ANSWERS[answer];
      kept.received.unshift({
        ...{ at: world.now().toISOString(), path: request.url, id: header(request, 'webhook-id') },
        ...{ event: eventOf(body), signed: verify(request, body, kept.secrets), status, body },
      });
      kept.received.length = Math.min(kept.received.length, MOST_RECEIVED);
      if (answer === 'slow') await sleep(SLOW_MS, undefined, { ref: false });
      if (answer === 'redirect') reply.header('location', `${request.url}/moved`);
      return reply.code(status).send({ taken: status === 200 });
    }

    const options = () => NAMES.map((value) => ({ value, title: ANSWERS[value] as Words }));
    world.control({
      seen: {
        ua: '«Розробникам» – «Вебхуки»: надсилання, повтори й чому не прийнято',
        en: '“Developers”, “Webhooks”: deliveries, tries and why one was not taken',
      },
      ...{ id: 'answer', title: { ua: 'Як відповідати', en: 'What to answer' } },
      fields: [{ name: 'answer', title: { ua: 'Відповідь', en: 'The answer' }, options }],
      run: ({ answer }) => {
        kept.answer = z.enum(NAMES).parse(answer);
        return said(ANSWERS[kept.answer].ua, ANSWERS[kept.answer].en);
      },
    });
    world.control({
      seen: { ua: 'нічого; тут видно, чи підпис дійсний', en: 'nothing; here one sees whether the signature is valid' },
      ...{ id: 'secret', title: { ua: 'Запам’ятати секрет', en: 'Remember a secret' } },
      fields: [{ name: 'secret', title: { ua: 'Секрет whsec_…', en: 'The secret whsec_…' } }],
      run: ({ secret = '' }) => {
        if (!SECRET.test(secret.trim()))
          return said('Це не секрет: він починається з whsec_', 'No secret: one begins with whsec_');
        kept.secrets = [...new Set([secret.trim(), ...kept.secrets])].slice(0, MOST_SECRETS);
        return said('Секрет відомий', 'The secret is known');
      },
    });
    world.control({
      seen: { ua: 'нічого', en: 'nothing' },
      ...{ id: 'clear', title: { ua: 'Забути все отримане', en: 'Forget what came' } },
      run: () => {
        kept.received = [];
        return said('Забуто', 'Forgotten');
      },
    });
    receiverPage(server, kept);
  },
};
