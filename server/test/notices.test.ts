import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as slices from '../src/app';
import { noticePath, noticeWords } from '../src/kit/notices/kinds';
import { noticesOf } from '../src/kit/slice';
import { noticesPage } from './notices-page';

const kinds = noticesOf(slices);

it('the page of the documentation is what the slices declare', () => {
  expect(readFileSync(new URL('../../docs/notices.md', import.meta.url), 'utf8'), 'node scripts/notices.mjs').toBe(
    noticesPage(),
  );
});

it('each kind says something in both languages, of one and of several, and opens a page', () => {
  expect(kinds.length).toBeGreaterThan(10);
  for (const kind of kinds) {
    expect(kind.reaches.length, kind.name).toBeGreaterThan(0);
    for (const count of [1, 5]) {
      for (const locale of ['ua', 'en'] as const) {
        const { title, text } = noticeWords(kind, locale, kind.sample, count);
        expect(title.trim(), kind.name).not.toBe('');
        expect(`${title} ${text}`, kind.name).not.toMatch(/undefined|NaN|\[object |Invalid|!/);
        if (locale === 'ua') expect(title, kind.name).toMatch(/[а-яіїєґ]/i);
      }
      expect(noticePath(kind, kind.sample, count), kind.name).toMatch(/^\/cp(\/[\w-]+)*(\?[\w-]+=[\w.-]+)?$/);
    }
  }
});

it('a kind is of the slice that lists it', () => {
  for (const { name, notices = [] } of Object.values(slices))
    for (const kind of notices) expect(kind.name.split('.')[0], kind.name).toBe(name);
});
