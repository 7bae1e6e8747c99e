import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Simulator } from '../simulator';

/** PrivatBank's «Автоклієнт», as far as statements go. Money is text in hryvnia, time that of Kyiv. */

interface Row {
  readonly n: number;
  readonly token: string;
  /** Milliseconds. */
  readonly at: number;
  /** Kopecks; below zero it went out. */
  readonly amount: number;
  readonly name: string;
  readonly code: string;
  readonly iban: string;
  readonly purpose: string;
  /** r settled, p being settled, t reversed, n refused. */
  state: 'r' | 'p' | 't' | 'n';
  readonly real: 'r' | 'i';
}

interface Kept {
  rows: Row[];
  phase: string;
  closing: boolean;
  revoked: string[];
}

const INITIAL: Kept = { rows: [], phase: 'WRK', closing: false, revoked: [] };
const TOKEN = /^p[A-Za-z0-9_-]{20,400}$/;
const OPENING = 34_800_000;
const OWN = { code: '3184710691', name: 'ФОП Мельник Андрій' };

function ibanOf(token: string): string {
  const number = [...token].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_000_007, 7);
  const rest = `305299${String(number).padStart(19, '0')}`;
  const remainder = [...`${rest}301000`].reduce((left, digit) => Number(`${left}${digit}`) % 97, 0);
  return `UA${String(98 - remainder).padStart(2, '0')}${rest}`;
}

const kyiv = new Intl.DateTimeFormat('uk-UA', {
  ...{ timeZone: 'Europe/Kyiv', day: '2-digit', month: '2-digit', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false },
});
/** `03.10.2026 10:00:00` */
function timeOf(at: number): string {
  const part = Object.fromEntries(kyiv.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  return `${part.day}.${part.month}.${part.year} ${part.hour === '24' ? '00' : part.hour}:${part.minute}:${part.second}`;
}
/** `2026-10-03` of an instant, and of `03-10-2026`. */
const dayOf = (at: number): string => timeOf(at).slice(0, 10).split('.').reverse().join('-');
const dashed = (day: string): string => day.split('-').reverse().join('-');

function hryvnia(kopecks: number): string {
  const abs = Math.abs(kopecks);
  return `${kopecks < 0 ? '-' : ''}${Math.floor(abs / 100)}.${String(abs % 100).padStart(2, '0')}`;
}

const Query = z.object({
  acc: z.string().optional(),
  startDate: z.string().regex(/^\d{2}-\d{2}-\d{4}$/),
  endDate: z
    .string()
    .regex(/^\d{2}-\d{2}-\d{4}$/)
    .optional(),
  followId: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(20),
});

export const privatbank: Simulator = {
  name: 'privatbank',
  title: { ua: 'ПриватБанк, «Автоклієнт»', en: 'PrivatBank, «Автоклієнт»' },
  about: {
    ua: 'Токен починається з p й має від 21 знака. У продукті: «Банки», рядки виписки та їх зарахування.',
    en: 'A token begins with p and has 21 signs or more. In the product: “Banks”, rows of the statement and how they are entered.',
  },
  path: '/api',
  open(server, world) {
    const kept = world.keep<Kept>(structuredClone(INITIAL));
    const error = (reply: FastifyReply, status: number, code: string, message: string) =>
      reply.code(status).send({ status: 'ERROR', code, message, requestId: 'sim', serviceCode: 'PAE' });
    const known = (request: FastifyRequest, reply: FastifyReply): string | null => {
      const token = String(request.headers.token ?? '');
      if (!request.headers['user-agent']) {
        error(reply, 400, 'USER_AGENT', 'User-Agent is required');
        return null;
      }
      if (TOKEN.test(token) && !kept.revoked.includes(token)) return token;
      error(reply, 401, 'UNAUTHORIZED', 'Token is not valid');
      return null;
    };
    const asked = (request: FastifyRequest, reply: FastifyReply, token: string) => {
      const query = Query.safeParse(request.query);
      if (!query.success) {
        error(reply, 400, 'BAD_DATE', 'startDate=DD-MM-YYYY');
        return null;
      }
      const { acc, startDate, endDate, followId, limit } = query.data;
      const isOwn = acc === undefined || acc === ibanOf(token);
      const [from, to] = [dashed(startDate), endDate ? dashed(endDate) : dayOf(world.now().getTime())];
      return { from, to, limit, after: followId ? Number(followId) : 0, isOwn };
    };

    server.get('/api/statements/settings', async (request, reply) => {
      const token = known(request, reply);
      if (!token) return reply;
      const now = world.now().getTime();
      return {
        ...{ status: 'SUCCESS', type: 'settings' },
        settings: {
          ...{
            phase: kept.phase,
            work_balance: kept.closing ? 'Y' : 'N',
            today: `${timeOf(now).slice(0, 10)} 00:00:00`,
          },
          ...{ lastday: `${timeOf(now - 86_400_000).slice(0, 10)} 00:00:00`, server_date_time: timeOf(now) },
          date_final_statement: `${timeOf(now - 86_400_000).slice(0, 10)} 00:00:00`,
        },
      };
    });

    const balance = async (request: FastifyRequest, reply: FastifyReply) => {
      const token = known(request, reply);
      if (!token) return reply;
      const query = asked(request, reply, token);
      if (!query) return reply;
      const settled = kept.rows.filter((row) => row.token === token && row.state === 'r' && row.real === 'r');
      const before = settled.filter(({ at }) => dayOf(at) < query.from).reduce((sum, row) => sum + row.amount, OPENING);
      const within = settled.filter(({ at }) => dayOf(at) >= query.from && dayOf(at) <= query.to);
      const of = (sign: 1 | -1): number =>
        within.reduce((sum, { amount }) => sum + (amount * sign > 0 ? Math.abs(amount) : 0), 0);
      return {
        ...{ status: 'SUCCESS', type: 'balances', exist_next_page: false, next_page_id: null },
        balances: query.isOwn
          ? [
              {
                ...{ acc: ibanOf(token), currency: 'UAH', balanceIn: hryvnia(before), nameACC: OWN.name },
                ...{ turnoverDebt: hryvnia(of(-1)), turnoverCred: hryvnia(of(1)), is_final_bal: false },
                ...{ balanceOut: hryvnia(before + of(1) - of(-1)), dpd: timeOf(world.now().getTime()) },
              },
            ]
          : [],
      };
    };
    server.get('/api/statements/balance', balance);
    server.get('/api/statements/balance/interim', balance);
    server.get('/api/statements/balance/final', balance);

    const transactions = async (request: FastifyRequest, reply: FastifyReply) => {
      const token = known(request, reply);
      if (!token) return reply;
      const query = asked(request, reply, token);
      if (!query) return reply;
      const found = kept.rows
        .filter(
          ({ token: of, at, n }) => of === token && dayOf(at) >= query.from && dayOf(at) <= query.to && n > query.after,
        )
        .sort((a, b) => a.n - b.n);
      const page = query.isOwn ? found.slice(0, query.limit) : [];
      const hasMore = query.isOwn && found.length > page.length;
      return {
        ...{ status: 'SUCCESS', type: 'transactions', exist_next_page: hasMore },
        next_page_id: hasMore ? String(page.at(-1)?.n) : null,
        transactions: page.map((row) => shown(row)),
      };
    };
    server.get('/api/statements/transactions', transactions);
    server.get('/api/statements/transactions/interim', transactions);
    server.get('/api/statements/transactions/final', transactions);

    world.control({
      id: 'pay',
      title: { ua: 'Оплатити на рахунок', en: 'Pay to the account' },
      seen: {
        ua: 'за десять хвилин або після «Прочитати зараз» – рядок у «Банки»; що проводиться, ще не видно',
        en: 'within ten minutes, or after “Read now”, a row in “Banks”; what is being settled is not seen yet',
      },
      fields: [
        { name: 'token', title: { ua: 'Токен', en: 'Token' } },
        { name: 'amount', title: { ua: 'Сума, ₴ (мінус – списання)', en: 'Sum, ₴ (minus: paid out)' } },
        { name: 'name', title: { ua: 'Від кого', en: 'From whom' } },
        { name: 'code', title: { ua: 'ЄДРПОУ або РНОКПП', en: 'EDRPOU or tax number' } },
        { name: 'iban', title: { ua: 'Рахунок', en: 'Account' } },
        { name: 'purpose', title: { ua: 'Призначення', en: 'Purpose' } },
        {
          name: 'state',
          title: {
            ua: 'Стан: r проведено, p проводиться, n забраковано',
            en: 'State: r settled, p being settled, n refused',
          },
        },
        { name: 'days', title: { ua: 'Днів тому', en: 'Days ago' } },
      ],
      run: ({ token = '', amount, name = '', code = '', iban = '', purpose = '', state, days, real, count }) => {
        if (!TOKEN.test(token))
          throw new Error('Токен починається з p й має від 21 знака / A token begins with p and has 21 signs or more');
        const match = /^\s*(-?)(\d{1,9})(?:[.,](\d{1,2}))?\s*$/.exec(amount ?? '');
        if (!match) throw new Error('Сума: наприклад, 1250.50 / A sum: 1250.50, for instance');
        const sum = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
        for (let nth = 0; nth < Number(count || 1); nth += 1)
          kept.rows.push({
            ...{ n: kept.rows.length + 1, token, at: world.now().getTime() - Number(days || 0) * 86_400_000 },
            ...{ amount: match[1] ? -sum : sum, name, code, iban, purpose },
            state: state === 'p' || state === 'n' ? state : 'r',
            real: real === 'i' ? 'i' : 'r',
          });
        return `PB${kept.rows.length}`;
      },
    });
    world.control({
      id: 'reverse',
      title: { ua: 'Сторнувати останню проведену операцію', en: 'Reverse the last row that was settled' },
      seen: {
        ua: 'рядок відкладено, а зарахований – з попередженням',
        en: 'the row is set aside; one that was entered is told of',
      },
      run: () => {
        const row = kept.rows.findLast(({ state, real }) => state === 'r' && real === 'r');
        if (!row) return { ua: 'Операцій ще не було', en: 'There was none yet' };
        row.state = 't';
        return { ua: `Сторновано PB${row.n}`, en: `Reversed PB${row.n}` };
      },
    });
    world.control({
      id: 'settle',
      title: { ua: 'Провести те, що проводиться', en: 'Settle what is being settled' },
      seen: { ua: 'рядок зʼявляється', en: 'the row appears' },
      run: () => {
        for (const row of kept.rows) if (row.state === 'p') row.state = 'r';
        return { ua: 'Проведено', en: 'Settled' };
      },
    });
    world.control({
      id: 'phase',
      title: { ua: 'Фаза: WRK працює, інша – закриття дня', en: 'Phase: WRK works, another one closes the day' },
      seen: {
        ua: 'читання чекає пʼять хвилин, без помилки',
        en: 'the reading waits for five minutes, without an error',
      },
      fields: [{ name: 'phase', title: { ua: 'Фаза', en: 'Phase' } }],
      run: ({ phase = 'WRK' }) => {
        kept.phase = phase || 'WRK';
        return kept.phase;
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
  },
};

function shown({ n, token, at, amount, name, code, iban, purpose, state, real }: Row) {
  const sum = hryvnia(Math.abs(amount));
  return {
    ...{ AUT_MY_CRF: OWN.code, AUT_MY_MFO: '305299', AUT_MY_ACC: ibanOf(token), AUT_MY_NAM: OWN.name },
    ...{
      AUT_MY_MFO_NAME: 'АТ КБ "ПРИВАТБАНК"',
      AUT_CNTR_CRF: code,
      AUT_CNTR_MFO: iban.slice(4, 10),
      AUT_CNTR_ACC: iban,
    },
    ...{ AUT_CNTR_NAM: name, CCY: 'UAH', FL_REAL: real, PR_PR: state, DOC_TYP: 'p', NUM_DOC: String(1_000 + n) },
    ...{ DAT_KL: timeOf(at).slice(0, 10), DAT_OD: timeOf(at).slice(0, 10), OSND: purpose, SUM: sum, SUM_E: sum },
    ...{ REF: `SIM${String(n).padStart(8, '0')}`, REFN: '1', TIM_P: timeOf(at).slice(11, 16) },
    ...{ DATE_TIME_DAT_OD_TIM_P: timeOf(at), ID: String(n), TRANTYPE: amount < 0 ? 'D' : 'C', DLR: null },
    TECHNICAL_TRANSACTION_ID: `SIM${n}_online`,
  };
}
