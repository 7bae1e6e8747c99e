import { BlockList, isIPv6 } from 'node:net';
import { apiKeyErrors } from '@lanka/domain/kit/api_key_errors';
import { type ApiScope, scopesFor, scopesOfRoute } from '@lanka/domain/kit/api_scopes';
import { assertApiUse } from '@lanka/domain/kit/plans';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { beginOfKyivDay, kyivDate } from '@lanka/domain/kit/time';
import { isDropshippers, type KeyInHand } from '../kit/auth/api-keys';
import type { Tx } from '../kit/db/db';
import { monthOf } from '../kit/http/meter';
import { readStanding, type Standing } from './api_keys.store';

/** The first day of the month behind this one. */
export function monthAfter(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
}

export function nextMonth(now: Date): { resets_on: string; seconds: number } {
  const resets_on = monthAfter(monthOf(now));
  return { resets_on, seconds: Math.ceil((beginOfKyivDay(resets_on).getTime() - now.getTime()) / 1_000) };
}

/** An address of IPv4 may come written as one of IPv6 (`::ffff:203.0.113.7`): it is the same one. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const type = network.includes(':') ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, type);
    else list.addSubnet(network, Number(bits), type);
  }
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/** What of a key stands in the way of this call, in the order in which it is told. Answers what it has, when it may come in. */
export function refuse(
  key: KeyInHand,
  standing: Standing | null,
  route: Pick<AnyRoute, 'auth' | 'api'>,
  now: Date,
): readonly ApiScope[] {
  if (!standing) throw apiKeyErrors.unknown();
  if (standing.revoked) throw apiKeyErrors.revoked();
  if (standing.replaced) throw apiKeyErrors.replaced();
  if (standing.last_day !== null && standing.last_day < kyivDate(now)) throw apiKeyErrors.expired();
  if (!isWithin(key.address, standing.addresses)) throw apiKeyErrors.wrong_address({ address: key.address });
  if (!standing.holds) throw apiKeyErrors.owner_lost_access();
  const used = { requests: Number(standing.requests ?? 0), bytes: Number(standing.bytes ?? 0) };
  assertApiUse(isDropshippers(key) ? 'dropshipper' : 'manufacturer', standing.plan, used, nextMonth(now));
  // a scope that is not given on this side counts for nothing, whatever the key has
  const given = scopesFor(isDropshippers(key) ? 'dropshipping' : 'project');
  const wanted = scopesOfRoute(route).filter((scope) => given.includes(scope));
  if (wanted.length === 0 || (route.auth === 'dropshipping' && !isDropshippers(key))) throw apiKeyErrors.not_for_keys();
  if (!wanted.some((scope) => standing.scopes.includes(scope)))
    throw apiKeyErrors.scope({ scope: wanted[0], allowed: standing.scopes });
  return given.filter((scope) => standing.scopes.includes(scope));
}

export async function checkKey(tx: Tx, key: KeyInHand, route: Pick<AnyRoute, 'auth' | 'api'>): Promise<void> {
  const now = new Date();
  key.scopes = refuse(key, await readStanding(tx, key, monthOf(now)), route, now);
}
