import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutboundError } from './errors';

/** Whether the address is a public one: not this machine, a private or local network, a tunnel or a reserved range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  // of IPv6 only 2000::/3 is given out; the rest may lead inside by old ways, such as ::127.0.0.1
  return parsed.kind() === 'ipv4' || ((parsed.toByteArray()[0] ?? 0) & 0xe0) === 0x20;
}

/** Whether the host is written as an address, or a name, of this machine or of a private network. */
export function isPrivateLiteral(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) ? !isPublicAddress(host) : /(^|\.)localhost\.?$/i.test(host);
}

/**
 * Looks a name up for a connection and refuses it when any of its addresses is private. The connection goes to the
 * addresses that were checked: a name that resolves otherwise a moment later changes nothing.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? [];
    if (error || !first) done(new OutboundError('host_unknown', host, { cause: error }), '');
    else if (!found.every(({ address }) => isPublicAddress(address)))
      done(new OutboundError('address_forbidden', host), '');
    else if (options.all) done(null, found);
    else done(null, first.address, first.family);
  });
};
