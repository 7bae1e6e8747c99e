import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Simulator, World } from '../simulator';

/** monobank's personal API, as far as statements go. */

interface Row {
  readonly id: string;
  readonly account: string;
  time: number;
  readonly description: string;
  readonly comment: string;
  hold: boolean;
  amount: number;
  balance: number;
  readonly counterEdrpou: string;
  readonly counterIban: string;
  readonly counterName: string;
}

interface Kept {
  rows: Row[];
  /** By the token. */
  hooks: Record<string, string>;
  /** When something was asked last: what, by the token or account. */
  asked: Record<string, number>;
  revoked: string[];
  late: { url: string; body: string; tries: number; next_at: number }[];
  count: number;
  /** Whether it refuses what is asked more than once a minute. */
  limits: boolean;
}

const INITIAL: Kept = { rows: [], hooks: {}, asked: {}, revoked: [], late: [], count: 0, limits: true };
const PAUSE_MS = 60_000;
const SPAN_SECONDS = 31 * 86_400 + 3_600;
const MOST = 500;
/** The bank repeats a hook that was not answered 200 so many seconds later each. */
const AGAIN_SECONDS = [60, 600];
const OPENING = 12_500_000;

/** Tokens of the page; a real one is as long. What begins with `x` is wrong. */
const TOKEN = /^u[A-Za-z0-9_-]{20,60}$/;

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');
/** The accounts of a token are made of it: of the sole trader, a card, and one in dollars. */
function accountsOf(token: string) {
  const of = (kind: string): string => hash(`${token} ${kind}`).slice(0, 22);
  const digits = (kind: string): string =>
    String(Number.parseInt(hash(`${token} ${kind}`).replace(/\W/g, '').slice(0, 8), 36) % 10 ** 12);
  return [
    {
      id: of('fop'),
      type: 'fop',
      currencyCode: 980,
      creditLimit: 0,
      iban: iban(digits('fop')),
      maskedPan: [] as string[],
    },
    {
      id: of('black'),
      type: 'black',
      currencyCode: 980,
      creditLimit: 2_000_000,
      iban: iban(digits('black')),
      maskedPan: ['444111******7654'],
    },
    {
      id: of('usd'),
      type: 'fop',
      currencyCode: 840,
      creditLimit: 0,
      iban: iban(digits('usd')),
      maskedPan: [] as string[],
    },
  ];
}

function iban(account: string): string {
  const rest = `322001${account.padStart(19, '0')}`;
  const remainder = [...`${rest}301000`].reduce((left, digit) => Number(`${left}${digit}`) % 97, 0);
  return `UA${String(98 - remainder).padStart(2, '0')}${rest}`;
}

const tokenIn = (request: FastifyRequest): string => String(request.headers['x-token'] ?? '');
const refuse = (reply: FastifyReply, status: number, errorDescription: string) =>
  reply.code(status).send({ errorDescription });

/** Money with a comma or a point, as people type it on the page; kopecks. */
function kopecks(text: string | undefined): number {
  const match = /^\s*(-?)(\d{1,9})(?:[.,](\d{1,2}))?\s*$/.exec(text ?? '');
  if (!match) throw new Error('Сума: наприклад, 1250.50 / A sum: 1250.50, for instance');
  const sum = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -sum : sum;
}

export const monobank: Simulator = {
  name: 'monobank',
  title: 'monobank',
  about: {
    ua: 'Токен починається з u й має від 21 знака. У продукті: «Банки», рядки виписки та їх зарахування.',
    en: 'A token begins with u and has 21 signs or more. In the product: “Banks”, rows of the statement and how they are entered.',
  },
  callsBack: { signedBy: null },
  path: '',
  open(server, world) {
    const kept = world.keep<Kept>(structuredClone(INITIAL));
    const seconds = (): number => Math.floor(world.now().getTime() / 1_000);

    const known = (request: FastifyRequest, reply: FastifyReply): string | null => {
      const token = tokenIn(request);
      if (TOKEN.test(token) && !kept.revoked.includes(token)) return token;
      refuse(reply, 403, "Unknown 'X-Token'");
      return null;
    };
    /** Counts a call; true when it comes too soon after the one before. */
    const isTooSoon = (what: string): boolean => {
      const now = world.now().getTime();
      const before = kept.asked[what];
      if (kept.limits && before !== undefined && now - before < PAUSE_MS && now >= before) return true;
      kept.asked[what] = now;
      return false;
    };
    const balanceOf = (account: string): number =>
      kept.rows.filter((row) => row.account === account).reduce((sum, { amount }) => sum + amount, OPENING);

    server.get('/personal/client-info', async (request, reply) => {
      const token = known(request, reply);
      if (!token) return reply;
      if (isTooSoon(`client ${token}`)) return refuse(reply, 429, 'Too many requests');
      return {
        clientId: hash(token).slice(0, 10),
        name: 'Мельник Андрій',
        webHookUrl: kept.hooks[token] ?? '',
        permissions: 'psf',
        accounts: accountsOf(token).map((account) => ({
          ...account,
          ...{
            sendId: account.id.slice(0, 10),
            cashbackType: 'None',
            balance: balanceOf(account.id) + account.creditLimit,
          },
        })),
        jars: [],
      };
    });

    server.get('/personal/statement/:account/:from', (request, reply) => statement(request, reply));
    server.get('/personal/statement/:account/:from/:to', (request, reply) => statement(request, reply));
    const statement = async (request: FastifyRequest, reply: FastifyReply) => {
      const token = known(request, reply);
      if (!token) return reply;
      const asked = z
        .object({ account: z.string(), from: z.coerce.number().int(), to: z.coerce.number().int().optional() })
        .safeParse(request.params);
      if (!asked.success) return refuse(reply, 400, 'Value field is out of bounds');
      const { account, from, to = seconds() } = asked.data;
      const own = accountsOf(token).find(({ id }) => id === account);
      if (!own) return refuse(reply, 400, 'invalid account');
      if (to - from > SPAN_SECONDS) return refuse(reply, 400, 'Period must be no more than 31 days');
      if (isTooSoon(`statement ${account}`)) return refuse(reply, 429, 'Too many requests');
      return kept.rows
        .filter((row) => row.account === account && row.time >= from && row.time <= to)
        .sort((a, b) => b.time - a.time || (a.id < b.id ? 1 : -1))
        .slice(0, MOST)
        .map(({ account: _account, balance, ...row }) => ({
          ...row,
          ...{ mcc: 4829, originalMcc: 4829, operationAmount: row.amount, currencyCode: 980, commissionRate: 0 },
          ...{ cashbackAmount: 0, balance: balance + own.creditLimit },
          ...(row.counterEdrpou ? {} : { counterEdrpou: undefined }),
          ...(row.comment ? {} : { comment: undefined }),
        }));
    };

    server.post('/personal/webhook', async (request, reply) => {
      const token = known(request, reply);
      if (!token) return reply;
      const { webHookUrl } = z.object({ webHookUrl: z.string() }).parse(request.body);
      if (webHookUrl === '') {
        delete kept.hooks[token];
        return { status: 'ok' };
      }
      // the bank looks whether anybody answers there
      if ((await world.send(webHookUrl, { method: 'GET' })) !== 200)
        return refuse(reply, 400, 'webHookUrl is not responding with 200');
      kept.hooks[token] = webHookUrl;
      return { status: 'ok' };
    });

    const tell = async (row: Row): Promise<void> => {
      for (const [token, url] of Object.entries(kept.hooks)) {
        if (!accountsOf(token).some(({ id }) => id === row.account)) continue;
        const { account, ...statementItem } = row;
        const body = JSON.stringify({ type: 'StatementItem', data: { account, statementItem } });
        const status = await world.send(url, { body, headers: { 'content-type': 'application/json' } });
        if (status !== 200) kept.late.push({ url, body, tries: 0, next_at: seconds() + (AGAIN_SECONDS[0] ?? 60) });
      }
    };
    world.onAdvance(async () => {
      for (const one of kept.late.filter(({ next_at }) => next_at <= seconds())) {
        const status = await world.send(one.url, { body: one.body, headers: { 'content-type': 'application/json' } });
        one.tries += 1;
        const pause = AGAIN_SECONDS[one.tries];
        if (status === 200 || pause === undefined) kept.late = kept.late.filter((other) => other !== one);
        else one.next_at = seconds() + pause;
      }
    });
    controls(world, kept, seconds, tell);
  },
};

/** What somebody does at the bank. */
function controls(world: World, kept: Kept, seconds: () => number, tell: (row: Row) => Promise<void>): void {
  const fields = [
    { name: 'token', title: { ua: 'Токен', en: 'Token' } },
    { name: 'amount', title: { ua: 'Сума, ₴ (мінус – списання)', en: 'Sum, ₴ (minus: paid out)' } },
    { name: 'name', title: { ua: 'Від кого', en: 'From whom' } },
    { name: 'code', title: { ua: 'ЄДРПОУ або РНОКПП', en: 'EDRPOU or tax number' } },
    { name: 'iban', title: { ua: 'Рахунок', en: 'Account' } },
    { name: 'purpose', title: { ua: 'Призначення', en: 'Purpose' } },
    { name: 'hold', title: { ua: 'Лише заблокувати (так)', en: 'Only hold it (так)' } },
    { name: 'days', title: { ua: 'Днів тому', en: 'Days ago' } },
    { name: 'quiet', title: { ua: 'Без сповіщення (так)', en: 'Without a call back (так)' } },
  ];
  world.control({
    id: 'pay',
    title: { ua: 'Оплатити на рахунок', en: 'Pay to the account' },
    seen: {
      ua: 'за хвилину рядок у «Банки», з підказкою, чиї це гроші',
      en: 'within a minute a row in “Banks”, with a suggestion whose money it is',
    },
    fields,
    run: async ({ token = '', amount, name = '', code = '', iban = '', purpose = '', hold, days, quiet, count }) => {
      if (!TOKEN.test(token))
        throw new Error('Токен починається з u й має від 21 знака / A token begins with u and has 21 signs or more');
      const account = accountsOf(token)[0]?.id ?? '';
      let last = '';
      // many at once, a second apart
      for (let nth = 0; nth < Number(count || 1); nth += 1) {
        kept.count += 1;
        const sum = kopecks(amount);
        const before = kept.rows
          .filter((row) => row.account === account)
          .reduce((all, row) => all + row.amount, OPENING);
        const row: Row = {
          ...{
            id: `mono-${kept.count}-${hash(token).slice(0, 6)}`,
            account,
            time: seconds() - Number(days || 0) * 86_400 - nth,
          },
          ...{
            description: name || 'Переказ',
            comment: purpose,
            hold: Boolean(hold),
            amount: sum,
            balance: before + sum,
          },
          ...{ counterEdrpou: code, counterIban: iban, counterName: name },
        };
        kept.rows.push(row);
        last = row.id;
        if (!quiet) await tell(row);
      }
      return last;
    },
  });
  world.control({
    id: 'hook',
    title: { ua: 'Надіслати останнє сповіщення ще раз', en: 'Call the last row back again' },
    seen: { ua: 'нічого нового: рядок один', en: 'nothing new: there is one row' },
    run: async () => {
      const row = kept.rows.at(-1);
      if (row) await tell(row);
      return row
        ? { ua: `Надіслано ${row.id}`, en: `Sent ${row.id}` }
        : { ua: 'Операцій ще не було', en: 'There was none yet' };
    },
  });
  world.control({
    id: 'settle',
    title: { ua: 'Провести заблоковане', en: 'Settle what is on hold' },
    seen: {
      ua: 'рядок більше не «заблоковано», його можна зарахувати',
      en: 'the row is on hold no more and can be entered',
    },
    fields: [{ name: 'amount', title: { ua: 'Інша сума, ₴', en: 'Another sum, ₴' } }],
    run: ({ amount }) => {
      for (const row of kept.rows.filter(({ hold }) => hold)) {
        row.hold = false;
        if (amount) row.amount = kopecks(amount);
      }
      return { ua: 'Проведено', en: 'Settled' };
    },
  });
  world.control({
    id: 'drop',
    title: { ua: 'Скасувати заблоковане', en: 'Drop what is on hold' },
    seen: { ua: 'рядок відкладено: банк його забрав', en: 'the row is set aside: the bank has taken it back' },
    run: () => {
      kept.rows = kept.rows.filter(({ hold }) => !hold);
      return { ua: 'Скасовано', en: 'Dropped' };
    },
  });
  world.control({
    id: 'revoke',
    title: { ua: 'Відкликати токен', en: 'Revoke a token' },
    seen: {
      ua: 'у «Банки»: токен більше не діє, введіть новий; рядки лишаються',
      en: 'in “Banks”: the token is not valid any more, enter a new one; the rows stay',
    },
    fields: [{ name: 'token', title: { ua: 'Токен', en: 'Token' } }],
    run: ({ token = '' }) => {
      kept.revoked.push(token);
      return { ua: 'Токен більше не діє', en: 'The token is revoked' };
    },
  });
  world.control({
    id: 'limits',
    title: { ua: 'Обмеження «раз на хвилину»: так чи ні', en: 'The limit of once a minute: так or ні' },
    seen: { ua: 'без обмеження старі місяці читаються швидше', en: 'without it months back are read sooner' },
    fields: [{ name: 'on', title: { ua: 'так / ні', en: 'так (yes) / ні (no)' } }],
    run: ({ on }) => {
      kept.limits = on !== 'ні';
      return kept.limits ? { ua: 'Обмежує', en: 'It limits' } : { ua: 'Не обмежує', en: 'It does not limit' };
    },
  });
}
