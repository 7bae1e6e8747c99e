import { describe, expect, it } from 'vitest';
import { makeIban } from '../kit/iban';
import { readPaymentLink } from '../kit/payment_qr';
import { decisionOn, defaultPurpose, ibankText, recipientProblems, rowLink } from './rules';

const recipient = { recipient_name: 'ФОП Шевченко Марта', iban: makeIban('322001', '26007'), code: '1759013776' };
const register = {
  ...{ number: 12, date: '2026-11-23', created_at: '2026-11-23T08:15:00Z' },
  purpose: defaultPurpose(12, '2026-11-23'),
};

describe('a recipient', () => {
  it.each([
    [{}, []],
    [{ recipient_name: ' ' }, ['recipient_name']],
    [{ iban: '' }, ['iban']],
    [{ iban: recipient.iban.replace(/.$/, (last) => String((Number(last) + 1) % 10)) }, ['iban']],
    [{ code: '123' }, ['code']],
    [{ recipient_name: '', iban: 'UA1', code: '' }, ['recipient_name', 'iban', 'code']],
  ])('%j lacks %j', (change, problems) => expect(recipientProblems({ ...recipient, ...change })).toEqual(problems));
});

it.each([
  ['waiting', 'paid', 'do'],
  ['waiting', 'canceled', 'do'],
  ['paid', 'paid', 'nothing'],
  ['canceled', 'canceled', 'nothing'],
  ['paid', 'canceled', 'refuse'],
  ['canceled', 'paid', 'refuse'],
] as const)('a row that is %s and is to be %s: %s', (status, wanted, what) =>
  expect(decisionOn(status, wanted)).toBe(what),
);

it('the QR of a row says what the row says, and names register and row', () => {
  expect(readPaymentLink(rowLink(register, { ...recipient, position: 3, amount: 80_050 }) ?? '')).toMatchObject({
    ...{ recipient: 'ФОП Шевченко Марта', iban: recipient.iban, code: '1759013776', amount: '800.50' },
    ...{ reference: '12-3', category: 'SUPP/SUPP', purpose: expect.stringMatching(/реєстр 12 від 23\.11\.2026/) },
  });
  expect(rowLink(register, { ...recipient, code: '1759013777', position: 1, amount: 1 })).toBeNull();
});

it('the text for iBank has a block of keys for each row', () => {
  const rows = [1, 2].map((position) => ({ ...recipient, position, amount: 100 * position }));
  const text = ibankText(register, { ...recipient, bank_name: 'АТ «БАНК»' }, rows);
  const [head, ...blocks] = text.trim().split('\r\n\r\n');
  expect(head).toBe('Content-Type=doc/ua_payment');
  expect(blocks.map((block) => Object.fromEntries(block.split('\r\n').map((one) => one.split('='))))).toMatchObject([
    { NUM_DOC: '12001', AMOUNT: '1.00', DATE_DOC: '23.11.2026', RCPT_BANK_MFO: '322001', CLN_BANK_NAME: 'АТ «БАНК»' },
    { NUM_DOC: '12002', AMOUNT: '2.00', RCPT_BANK_NAME: 'АТ «УНІВЕРСАЛ БАНК»' },
  ]);
});
