import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownData, withoutSecrets } from './secrets';

describe('the error of a failed job', () => {
  it.each([
    ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
    ['cannot reach smtps://robot:pa55@mail.example:465', 'cannot reach smtps://•••@mail.example:465'],
    [
      'GET https://shop.example/feed?token=abc&page=2 gave 500',
      'GET https://shop.example/feed?token=•••&page=2 gave 500',
    ],
    ['401 for Authorization: Bearer ey.J.x', '401 for Authorization: Bearer •••'],
    ['Failed query: select 1 where a = $1\nparams: olena@example.com,secret', 'Failed query: select 1 where a = $1'],
    ['no import 01a1fd26-be8e-7398-b327-5a46a9f85075', 'no import 01a1fd26-be8e-7398-b327-5a46a9f85075'],
    ['key 3f786850e387550fdab836ed7e6dc881de23001b is unknown', 'key ••• is unknown'],
  ])('shows %j as %j', (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });

  it('is cut when it is long', () => {
    expect(withoutSecrets('а '.repeat(3000)).length).toBeLessThan(1010);
  });
});

describe('the data of a failed job', () => {
  it('hides what has the name of a secret, wherever it stands', () => {
    const data = {
      id: '1',
      password: 'x',
      deep: [{ accessToken: 'y', api_key: 'z', note: 'так' }],
      password_hash: 'h',
    };
    expect(shownData(data)).toEqual({
      id: '1',
      password: '•••',
      deep: [{ accessToken: '•••', api_key: '•••', note: 'так' }],
      password_hash: '•••',
    });
  });

  it('never shows the value of a secret, and is always JSON', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 8 }), fc.uuid({ version: 4 }), (data, id) => {
        const shown = JSON.stringify(shownData({ ...data, nested: { refresh_token: `s3cret-${id}` } }));
        expect(shown).not.toContain(`s3cret-${id}`);
        expect(JSON.parse(shown)).toBeTypeOf('object');
      }),
    );
  });
});
