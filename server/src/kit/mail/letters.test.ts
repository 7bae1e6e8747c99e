import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness';
import { htmlLetter, type Letter, plainLetter, type Sender } from './letter-design';
import { letterKinds } from './letters';

const sender: Sender = {
  publicUrl: 'https://lanka.example',
  contactEmail: 'help@lanka.example',
  contactPhone: '+380 44 111 22 33',
};
const URL_OF = 'https://lanka.example/cp/somewhere?token=a-b_c&from=letter';

/** The text between tags, as a reader sees it. */
const textOf = (html: string): string =>
  html
    .replace(/<(style|title)[\s\S]*?<\/\1>/g, '')
    .replace(/<!--[\s\S]*?-->|<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&zwnj;|&nbsp;/g, '')
    .replace(/\s+/g, ' ');

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();
const tagsOf = (html: string): Set<string> =>
  new Set([...html.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<([a-z][\w-]*)/gi)].map(([, tag = '']) => tag));

/** All that the design itself uses. */
const TAGS = 'html head meta title style body div table tr td h1 p br a b'.split(' ');

// the kinds are declared by the slices, which the application loads
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('every kind of letter', () => {
  it('says the same in both parts, in both languages, and links its address', () => {
    const kinds = letterKinds();
    expect(kinds.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['identity.new_password', 'projects.invitation']),
    );
    for (const kind of kinds) {
      for (const locale of ['ua', 'en'] as const) {
        const of = `${kind.name}, ${locale}`;
        const letter = kind.to({ email: 'olena@example.com', locale }, kind.sample, URL_OF);
        const html = htmlLetter(letter, sender);
        const plain = plainLetter(letter, sender);
        const seen = textOf(html);
        for (const part of [letter.subject, html, plain])
          expect(part, of).not.toMatch(/undefined|NaN|\[object |Invalid/);
        expect(letter.subject.trim(), of).not.toBe('');
        expect(seen, of).toContain(squeeze(letter.subject));
        for (const paragraph of letter.paragraphs) {
          expect(seen, of).toContain(squeeze(paragraph));
          expect(plain, of).toContain(paragraph);
        }
        expect(
          [...tagsOf(html)].filter((tag) => !TAGS.includes(tag)),
          of,
        ).toEqual([]);
        if (!letter.button) continue;
        expect(html.split(`href="${URL_OF.replaceAll('&', '&#38;')}"`).length, of).toBe(3);
        expect(plain, of).toContain(`\n${letter.button.label}: ${URL_OF}\n`);
      }
    }
  });

  it('is told as one tells in Ukrainian: words of the language, no exclamation marks, the right apostrophe', () => {
    for (const kind of letterKinds()) {
      const { subject, paragraphs, button } = kind.to({ email: 'x@example.com', locale: 'ua' }, kind.sample, URL_OF);
      for (const text of [subject, paragraphs.join(' '), ...(button ? [button.label] : [])]) {
        expect(text, kind.name).toMatch(/[а-яіїєґ]/i);
        expect(text, kind.name).not.toMatch(/!|[а-яіїєґ]'[а-яіїєґ]/i);
      }
    }
  });
});

describe('the design', () => {
  const nasty: Letter = {
    to: '"><script>alert(1)</script>@example.com',
    locale: 'ua',
    subject: '</title><img src=x onerror=alert(1)>',
    paragraphs: ['<b>жирний</b> & "лапки" \'одинарні\'', 'перший рядок\nдругий рядок'],
    button: { label: '<i>натиснути</i>', url: 'https://lanka.example/?a="><script>&b=1' },
    why: '<u>чому</u>',
  };

  it('lets no text become markup, and keeps line breaks', () => {
    const html = htmlLetter(nasty, sender);
    expect([...tagsOf(html)].filter((tag) => !TAGS.includes(tag))).toEqual([]);
    expect(html).toContain('перший рядок<br>другий рядок');
    expect(textOf(html)).toContain(nasty.subject);
    expect(textOf(html)).toContain('<u>чому</u>');
  });

  it('asks nothing of the network, so that nobody is told that it was read', () => {
    const html = htmlLetter(nasty, sender);
    expect(html).not.toMatch(/<(img|link|script|iframe)\b|url\(|@import/i);
  });

  it('has a preview line, a language and a foot with the reason and ways to reach the platform', () => {
    const letter: Letter = {
      to: 'olena@example.com',
      locale: 'en',
      subject: 'A new password',
      paragraphs: ['Hello.', 'Somebody asked to change the password of this account.'],
    };
    const html = htmlLetter(letter, sender);
    expect(html).toContain('<html lang="en"');
    expect(/mso-hide:all">([^&<]+)/.exec(html)?.[1]).toBe(letter.paragraphs[1]);
    const plain = plainLetter(letter, sender);
    for (const part of [textOf(html), plain]) {
      for (const told of ['Lanka', 'help@lanka.example', '+380 44 111 22 33', 'was sent to olena@example.com because'])
        expect(part).toContain(told);
    }
    expect(plain).toContain('\n\n-- \n');
    expect(htmlLetter({ ...letter, locale: 'ua' }, sender)).toContain('<html lang="uk"');
  });
});
