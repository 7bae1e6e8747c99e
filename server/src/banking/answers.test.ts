import { describe, expect, it } from 'vitest';
import { MonoStatement, PrivatBalances, PrivatTransactions } from './answers';

const row = (rest: object = {}) => ({
  ...{ TECHNICAL_TRANSACTION_ID: 'P1', SUM: '10.50', DATE_TIME_DAT_OD_TIM_P: '03.10.2026 10:00:00' },
  ...{ CCY: 'UAH', FL_REAL: 'r', PR_PR: 'r', TRANTYPE: 'C', NUM_DOC: '7', ...rest },
});
const read = (...rows: object[]) => PrivatTransactions.safeParse({ exist_next_page: false, transactions: rows });
const NUL = String.fromCharCode(0);

describe('PrivatBank', () => {
  it.each([
    ['sum', { SUM: 'багато' }],
    ['sign', { TRANTYPE: '' }],
    ['id', { TECHNICAL_TRANSACTION_ID: '' }],
    ['time', { DATE_TIME_DAT_OD_TIM_P: '?', DAT_OD: '' }],
  ])('a settled row whose %s cannot be read fails the answer, so that it is not lost', (_name, wrong) => {
    expect(read(row(), row(wrong)).success).toBe(false);
    // what counts for nothing may be as it likes
    const aside = [{ FL_REAL: 'i' }, { PR_PR: 'p' }, { PR_PR: 'n' }, { CCY: 'USD' }];
    expect(read(...aside.map((one) => row({ ...wrong, ...one }))).data?.transactions).toEqual([null, null, null, null]);
  });
  it.each([PrivatTransactions, PrivatBalances])('a page that has a next one says which', (page) => {
    expect(page.safeParse({ exist_next_page: true, next_page_id: null }).success).toBe(false);
    expect(page.safeParse({ exist_next_page: true, next_page_id: '' }).success).toBe(false);
    expect(page.safeParse({ exist_next_page: true, next_page_id: 7 }).data?.next_page_id).toBe('7');
    expect(page.safeParse({ exist_next_page: false }).success).toBe(true);
  });
});

describe('what no database keeps', () => {
  it('is taken out of each text, also where it is cut', () => {
    const long = `${'а'.repeat(999)}😀`;
    const dirty = { NUM_DOC: `4${NUL}2`, AUT_CNTR_ACC: `ua1${NUL}2`, TECHNICAL_TRANSACTION_ID: `P${NUL}1`, OSND: long };
    const [privat] = read(row(dirty)).data?.transactions ?? [];
    const [mono] = MonoStatement.parse([
      { id: `m${NUL}1`, time: 1_800_000_000, amount: 100, comment: long, counterIban: `ua${NUL}3` },
    ]);
    const texts = [privat, mono].flatMap((one) => Object.values(one ?? {})).filter((one) => typeof one === 'string');
    expect(texts).toContain('4 2');
    for (const text of texts) expect([text.isWellFormed(), text.includes(NUL)]).toEqual([true, false]);
  });
});
