import { expect, it } from 'vitest';
import { DomainError } from './errors';
import { type Audience, assertApiUse } from './plans';

const NEXT = { resets_on: '2026-12-01', seconds: 172_800 };
const USED_UP = { requests: 2_000_000, bytes: 0 };

function refusalOf(audience: Audience, plan: string | null, used: { requests: number; bytes: number }) {
  try {
    assertApiUse(audience, plan, used, NEXT);
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code, status: error.status, ...error.details[0] };
  }
}

it.each([
  ['manufacturer', 'manufacturer-premium-monthly', { requests: 1_999_999, bytes: 2 * 1024 ** 3 - 1 }, null],
  [
    ...(['manufacturer', 'manufacturer-premium-monthly', USED_UP] as const),
    {
      code: 'plans.api_requests_limit',
      status: 429,
      limit: 'api_requests',
      used: 2_000_000,
      allowed: 2_000_000,
      plans: [],
      ...NEXT,
    },
  ],
  [
    ...(['dropshipper', 'dropshipper-business-monthly', { requests: 5, bytes: 2 * 1024 ** 3 }] as const),
    {
      code: 'plans.api_bytes_limit',
      status: 429,
      limit: 'api_bytes',
      used_mb: 2048,
      allowed_mb: 2048,
      plans: [],
      ...NEXT,
    },
  ],
  // no plan makes a sandbox larger
  [
    'manufacturer',
    'sandbox',
    { requests: 5_000, bytes: 0 },
    { code: 'plans.api_requests_limit', allowed: 5_000, plans: [] },
  ],
  [
    ...(['manufacturer', 'manufacturer-basic-monthly', USED_UP] as const),
    { code: 'plans.api_not_included', status: 402, plans: ['manufacturer-premium-monthly'] },
  ],
] as const)('of the API a month has for a %s on %s, with %j used: %j', (audience, plan, used, refused) => {
  const found = refusalOf(audience, plan, used);
  if (refused === null) expect(found).toBeNull();
  else expect(found).toMatchObject(refused);
});
