import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldMessages } from './field-messages';
import { Iban } from './iban';
import { requiredText, text } from './ids';
import { explainIssue, issueCode, unknownFieldText } from './messages';

const Form = z.object({
  name: requiredText(5),
  iban: Iban.optional(),
  count: z.int().min(1).max(9),
  kind: z.enum(['a', 'b']),
  email: z.email(),
  items: z.array(z.string()).min(1),
});
const good = { name: 'Я', count: 1, kind: 'a', email: 'a@example.com', items: ['x'] };

function first(change: object): z.core.$ZodIssue {
  const issue = Form.safeParse({ ...good, ...change }, { reportInput: true }).error?.issues[0];
  if (!issue) throw new Error('the form was taken');
  return issue;
}

describe('a value that may be left empty', () => {
  it('is told what is wrong with it, not that it fits no branch', () => {
    const Details = z.object({ account: Iban.or(z.literal('')), certificate: z.string().max(3).or(z.null()) });
    const of = (value: object) => Details.safeParse(value, { reportInput: true }).error?.issues.map(issueCode);
    expect(of({ account: 'UA213223130000026007233566002', certificate: null })).toEqual(['iban.checksum']);
    expect(of({ account: 'UA21', certificate: null })).toEqual(['iban.length']);
    expect(of({ account: '', certificate: 'long' })).toEqual(['too_big']);
    expect(of({})).toEqual(['required', 'required']);
    const [issue] = Details.safeParse({ account: 'UA21', certificate: null }).error?.issues ?? [];
    expect(issue && explainIssue(issue, 'ua')).toBe(fieldMessages['iban.length']?.ua);
    const [type] = Details.safeParse({ account: 5, certificate: null }, { reportInput: true }).error?.issues ?? [];
    expect(type && explainIssue(type, 'ua')).toBe('Потрібен текст');
  });
});

describe('field errors', () => {
  it.each([
    [{ name: undefined }, 'required', 'Обов’язкове поле', 'this field is required'],
    [{ name: null }, 'required', 'Обов’язкове поле', 'this field is required'],
    [{ kind: undefined }, 'required', 'Обов’язкове поле', 'this field is required'],
    [{ name: '  ' }, 'required', 'Обов’язкове поле', 'this field is required'],
    [{ name: 'a\u0000' }, 'text.control', fieldMessages['text.control']?.ua, fieldMessages['text.control']?.en],
    [{ iban: 'UA1' }, 'iban.length', fieldMessages['iban.length']?.ua, fieldMessages['iban.length']?.en],
    [{ name: 7 }, 'invalid_type', 'Потрібен текст', 'text is expected'],
    [{ count: 'x' }, 'invalid_type', 'Потрібне число', 'a number is expected'],
    [{ count: 1.5 }, 'invalid_type', 'Потрібне ціле число', 'a whole number is expected'],
    [{ count: 0 }, 'too_small', 'Значення має бути не менше 1', 'must be at least 1'],
    [{ count: 10 }, 'too_big', 'Значення має бути не більше 9', 'must be at most 9'],
    [{ name: 'задовге ім’я' }, 'too_big', 'Кількість символів: не більше 5', 'at most 5 characters'],
    [{ items: [] }, 'too_small', 'Кількість рядків: не менше 1', 'at least 1 entries'],
    [{ kind: 'c' }, 'invalid_value', 'Оберіть одне зі значень: a, b', 'choose one of: a, b'],
    [{ email: 'a' }, 'invalid_format', 'Невірна адреса електронної пошти', 'not an e-mail address'],
  ])('%j is %s', (change, code, ua, en) => {
    const issue = first(change);
    expect(issueCode(issue)).toBe(code);
    expect(explainIssue(issue, 'ua')).toBe(ua);
    expect(explainIssue(issue, 'en')).toBe(en);
  });

  it('calls a field missing also when the issue has lost its input', () => {
    const issue = Form.safeParse({ ...good, name: undefined }).error?.issues[0] as z.core.$ZodIssue;
    expect(explainIssue(issue, 'ua')).toBe('Обов’язкове поле');
  });

  it('says more than and less than where the limit itself is refused', () => {
    const issue = z.number().gt(0).safeParse(0).error?.issues[0] as z.core.$ZodIssue;
    expect([explainIssue(issue, 'ua'), explainIssue(issue, 'en')]).toEqual([
      'Значення має бути більше 0',
      'must be more than 0',
    ]);
    const less = z.number().lt(5).safeParse(5).error?.issues[0] as z.core.$ZodIssue;
    expect([explainIssue(less, 'ua'), explainIssue(less, 'en')]).toEqual([
      'Значення має бути менше 5',
      'must be less than 5',
    ]);
  });

  it('falls back to zod in the right language', () => {
    const issue = z.number().multipleOf(5).safeParse(3).error?.issues[0] as z.core.$ZodIssue;
    expect(explainIssue(issue, 'ua')).toBe('Неправильне число: повинно бути кратним 5');
  });

  it('shows a code without a text as it is, and does not mistake names of Object for codes', () => {
    const issue = text(5)
      .refine(() => false, { error: 'toString' })
      .safeParse('a').error?.issues[0] as z.core.$ZodIssue;
    expect(explainIssue(issue, 'ua')).toBe('toString');
  });

  it('has both languages for every code, without exclamation marks and straight apostrophes', () => {
    for (const [code, message] of Object.entries(fieldMessages)) {
      expect(message.ua, code).toMatch(/[а-яіїєґ]/);
      expect(message.ua, code).not.toMatch(/[!'`]/);
      expect(message.en, code).not.toContain('!');
    }
  });
});

it('names an unknown field and what may stand at its place', () => {
  expect(unknownFieldText('prise', ['price', 'count'], 'ua')).toBe(
    'Невідоме поле «prise». Можна вказати: price, count',
  );
  expect(unknownFieldText('prise', ['price'], 'en')).toBe('unknown field “prise”; these are known: price');
  expect(unknownFieldText('x', [], 'ua')).toBe('Невідоме поле «x». Тут не вказують жодного поля');
  expect(unknownFieldText('x', [], 'en')).toBe('unknown field “x”; none is expected here');
});
