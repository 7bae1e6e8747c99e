import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainIssue } from '../kit/messages';
import { EmailOrPhone } from './contract';
import { feedbackComment, feedbackWords } from './rules';

describe('the feedback as it is kept', () => {
  it('holds the id, the statement and the words', () => {
    const kept = feedbackComment('u-1', true, 'Дуже зручно\nДякую');
    expect(kept).toContain('u-1');
    expect(kept).toContain('Погоджуюся');
    expect(kept.endsWith('\n\nДуже зручно\nДякую')).toBe(true);
    expect(feedbackComment('u-1', false, 'x')).toContain('Не погоджуюся');
  });
});

it('the words come back out of a kept feedback as they went in', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.boolean(), (typed, consent) => {
      const words = typed.trim();
      expect(feedbackWords(feedbackComment('u-1', consent, words))).toBe(words);
    }),
  );
});

describe('an e-mail or a phone (specification §5, Contact check)', () => {
  it.each([
    ['Olena@Example.com ', 'olena@example.com'],
    ['067 123 45 67', '380671234567'],
    ['+380 (67) 123-45-67', '380671234567'],
  ])('%s is taken', (typed, read) => {
    expect(EmailOrPhone.parse(typed)).toBe(read);
  });

  it.each([
    ['olena@', 'Перевірте e-mail або телефон'],
    ['12345', 'Перевірте e-mail або телефон'],
    ['', 'Обов’язкове поле'],
    [undefined, 'Обов’язкове поле'],
  ])('%j is refused', (typed, words) => {
    const issue = EmailOrPhone.safeParse(typed).error?.issues[0];
    expect(issue && explainIssue(issue, 'ua')).toBe(words);
  });
});
