import fc from 'fast-check';

/** Texts that have broken somebody's server before. */
const TEXTS = [
  '',
  ' ',
  '\t\r\n',
  '\u0000',
  'до\u0000після',
  '\ud800',
  'пів\udfffпари',
  '\u202eтекст задом наперед\u202c',
  '\u200b\u200d\ufeff',
  '\u2028\u2029',
  'e\u0301'.repeat(50),
  `a${'\u0300'.repeat(200)}`,
  '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'İıŉßſ',
  'Ґ’є–“”…',
  'ﷺ',
  '\u007f\u0001\u001b[31m',
  "'; drop table users; --",
  '%_\\%',
  '{{7*7}}$' + '{7*7}#{7*7}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0x10',
  '1e400',
  '9223372036854775808',
  '٣٤',
  '{"a":1}',
  '[]',
  'a,b,,c',
  ',',
  '&a=b',
  '%00',
  '%',
  'WyItY3JlYXRlZF9hdCIsIngiLCIwMDAwMDAwMC0wMDAwLTAwMDAtMDAwMC0wMDAwMDAwMDAwMDAiXQ',
];

const DATES = [
  '2024-02-29',
  '2023-02-29',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '+275760-09-13',
  '-000001-01-01',
  '2025-13-01',
  '2025-01-01T00:00:00Z',
  '2025-01-01T24:00:00Z',
  '2025-06-30T23:59:60Z',
  '2025-01-01T00:00:00+25:00',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2025-01-01T00:00:00.123456789012345678Z',
];

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  1.0000000000000002,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 1,
  -Number.MAX_SAFE_INTEGER - 2,
  2 ** 63,
  1e21,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
];

const IDS = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
  '{00000000-0000-4000-8000-000000000000}',
  '00000000000040008000000000000000',
  '0',
];

/** Names that a body must not set, and names that JavaScript has a meaning for. */
export const STRANGE_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'project_id',
  'user_id',
  'role',
  'platform_role',
  'subscription_plan',
  'id',
  'version',
  'balance',
  'created_at',
  '',
  ' ',
  '\u0000',
  '$ne',
  'a.b',
];

const deep = (levels: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < levels; level += 1) value = level % 2 ? { a: value } : [value];
  return value;
};

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 3, arbitrary: fc.constantFrom(...DATES) },
  { weight: 2, arbitrary: fc.constantFrom(...IDS) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom(200, 5_000, 100_000).map((length) => 'ї'.repeat(length)) },
);

export const nastyNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(...NUMBERS),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

export const nastyDate = fc.constantFrom(...DATES);
export const nastyId = fc.constantFrom(...IDS);

/** Anything that JSON can say. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: nastyText },
  { weight: 5, arbitrary: nastyNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { a: null }) },
  { weight: 2, arbitrary: fc.constantFrom(5, 49, 60, 1_000).map(deep) },
  { weight: 1, arbitrary: fc.constantFrom(600, 5_000).map((length) => Array.from({ length }, () => 0)) },
  { weight: 2, arbitrary: fc.dictionary(fc.constantFrom(...STRANGE_KEYS), nastyText, { maxKeys: 3 }) },
);

const REPEATED = (key: string) => `{"${key}":1,"${key}":{"a":1},"${key}":"x"}`;

/** Bodies that are no good JSON, or that a serialiser would never write. */
export const rawBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    '0',
    '"text"',
    '[]',
    '[[[',
    '{',
    '{"a":}',
    "{'a':1}",
    '{"a":1}}',
    '\ufeff{}',
    '{"a":NaN}',
    '{"a":1e400}',
    '{"a":123456789012345678901234567890}',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
    `{"name":"${'я'.repeat(300_000)}"}`,
    `{"name":"${'x'.repeat(2_200_000)}"}`,
  ),
  fc.constantFrom('name', 'price', 'items', 'project', '__proto__', 'id').map(REPEATED),
  fc.string({ maxLength: 60 }),
);

/** Headers that a browser would not send. */
export const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constantFrom('0', '-1', '1', '2', '999999999999', 'x', '"1"', 'W/"1"', '*', '1.5', '1e3', '').map((value) => ({
    'if-match': value,
  })),
  fc.constantFrom('k1', 'k2', 'a'.repeat(200), 'a'.repeat(201), 'with space', '__proto__', '%00').map((value) => ({
    'idempotency-key': value,
  })),
  fc.constantFrom('en', 'en-GB,uk;q=0.5', 'zz', '*', ';;;', 'e'.repeat(5_000)).map((value) => ({
    'accept-language': value,
  })),
  fc
    .constantFrom('text/plain', 'application/xml', 'application/json; charset=utf-16', 'multipart/form-data', 'a')
    .map((value) => ({ 'content-type': value })),
  fc.constantFrom('Bearer', 'Bearer x', 'Bearer a.b.c', 'Basic YTpi', `Bearer ${'a'.repeat(5_000)}`).map((value) => ({
    authorization: value,
  })),
  fc
    .constantFrom('lanka_refresh=x', `lanka_refresh=${'a'.repeat(43)}`, 'lanka_device=;;', 'a=b; =; ;')
    .map((value) => ({
      cookie: value,
    })),
  fc.constantFrom('x', 'a b', '-'.repeat(500)).map((value) => ({ 'x-request-id': value })),
);
