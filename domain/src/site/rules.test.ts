import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainIssue } from '../kit/messages';
import { EmailOrPhone } from './contract';
import { feedbackComment, feedbackWords, senderOf } from './rules';

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

describe('one sender', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is %s', (address, sender) => {
    expect(senderOf(address)).toBe(sender);
  });

  it('is the same for all addresses of a /64 and another beyond it', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16));
    const four = fc.tuple(group, group, group, group);
    fc.assert(
      fc.property(four, four, four, (network, host, other) => {
        const here = senderOf([...network, ...host].join(':'));
        expect(senderOf([...network, ...other].join(':'))).toBe(here);
        const foreign = [...network.slice(0, 3), ((Number.parseInt(network[3], 16) + 1) % 0x10000).toString(16)];
        expect(senderOf([...foreign, ...host].join(':'))).not.toBe(here);
      }),
    );
  });
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
