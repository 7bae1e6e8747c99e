import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as rules from './rules';

describe('what links and buttons carry', () => {
  it('is read as it was written, and fits', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.stringMatching(/^[A-Za-z0-9_-]{24}$/), (project, id, code) => {
        const payload = rules.startPayload(project, code);
        expect(payload.length).toBeLessThanOrEqual(64);
        expect(rules.readStart(payload)).toEqual({ project_id: project, code });
        for (const press of Object.values(rules.PRESSES)) {
          const data = rules.pressData(press, project, id);
          expect(data.length).toBeLessThanOrEqual(64);
          expect(rules.readPress(data)).toEqual({ press, project_id: project, id });
        }
      }),
    );
  });

  it('is nothing where somebody made it up', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 64 }), (text) => {
        const read = rules.readPress(text);
        if (read) expect(rules.pressData(read.press, read.project_id, read.id).length).toBe(text.length);
        rules.readStart(text);
      }),
    );
    expect(rules.readPress('toString')).toBeNull();
    expect(rules.readStart('short')).toBeNull();
  });
});

it('takes a name as people type it, and compares it whatever its case', () => {
  for (const typed of ['olena_k', '@olena_k', ' t.me/olena_k', 'https://t.me/olena_k'])
    expect(rules.plainUsername(typed)).toBe('olena_k');
  expect(rules.sameUsername('Olena_K', 'olena_k')).toBe(true);
  expect([rules.USERNAME.test('abcd'), rules.USERNAME.test('оленка'), rules.USERNAME.test('a'.repeat(33))]).toEqual([
    ...[false, false, false],
  ]);
});

it('leaves no sign of HTML in what people wrote', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const escaped = rules.escapeHtml(text);
      expect(escaped).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    }),
  );
});

it('knows what an answer means for the message', () => {
  const kind = (error_code: number, description: string, parameters = {}) =>
    rules.outcomeOf({ error_code, description, parameters });
  expect(kind(403, 'Forbidden: bot was blocked by the user')).toEqual({ kind: 'closed' });
  expect(kind(403, 'Forbidden: bot was kicked from the supergroup chat')).toEqual({ kind: 'closed' });
  expect(kind(400, 'Bad Request: chat not found')).toEqual({ kind: 'closed' });
  expect(kind(400, "Bad Request: can't parse entities")).toMatchObject({ kind: 'refused' });
  expect(kind(429, 'Too Many Requests: retry after 7', { retry_after: 7 })).toEqual({ kind: 'slow', afterMs: 7_000 });
  expect(kind(400, 'Bad Request: group chat was upgraded', { migrate_to_chat_id: -100 })).toEqual({
    ...{ kind: 'moved', to: '-100' },
  });
  expect(kind(401, 'Unauthorized')).toEqual({ kind: 'locked' });
  expect(kind(502, 'Bad Gateway')).toMatchObject({ kind: 'unknown' });
});

it('waits longer with each try, and gives up after three days', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 50].map((attempts) => rules.pauseAfter(attempts, 0));
  expect(pauses).toEqual([...pauses].sort((a, b) => Number(a) - Number(b)));
  expect(rules.pauseAfter(9, rules.PATIENCE_MS)).toBeNull();
});

describe('what is too long', () => {
  const sign = fc.constantFrom('а', '😀', '&', '<', ' ');
  it('is cut into text that is whole, within its room', () => {
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (signs, most) => {
        const cut = rules.cutText(signs.join(''), most);
        expect(cut.length).toBeLessThanOrEqual(most);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
    expect(rules.cutText('аб😀', 4)).toBe('аб😀');
    expect(rules.cutText('аб😀в', 4)).toBe('аб…');
  });

  it('is HTML all the same', () => {
    fc.assert(
      fc.property(fc.array(fc.array(sign, { maxLength: 12 }), { maxLength: 8 }), (texts) => {
        const parts = texts.map((signs) => `<b>${rules.escapeHtml(signs.join(''))}</b>`);
        const joined = rules.joinUpTo(parts, '\n', 100);
        expect(joined.length).toBeLessThanOrEqual(100);
        for (const html of [joined, rules.cutHtml(parts.join('\n'), 20)])
          expect(html.replaceAll(/<b>|<\/b>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
        expect(joined.split('<b>').length).toBe(joined.split('</b>').length);
      }),
    );
    expect(rules.joinUpTo(['один', 'два'], '\n', 100)).toBe('один\nдва');
    expect(rules.joinUpTo(['один', 'два'], '\n', 8)).toBe('один\n…');
    expect(rules.cutHtml('<b>один</b> &amp; два', 20)).toBe('<b>один</b> &amp; два');
    expect(rules.cutHtml('<b>один</b> &amp; два', 6)).toBe('один…');
  });
});
