import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { senderOf } from './network';

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
