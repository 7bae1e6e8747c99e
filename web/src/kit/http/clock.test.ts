import { expect, it, vi } from 'vitest';
import { noteServerClock, serverNow } from './clock';

it('knows the server’s clock from its answers, whatever the one here shows', () => {
  vi.useFakeTimers({ now: Date.parse('2020-01-01T00:00:00.000Z') });
  try {
    noteServerClock(null, 0, 0);
    expect(serverNow()).toBeUndefined();
    const here = Date.now();
    // a call that hung for long says little, a quick one all
    noteServerClock('Fri, 27 Nov 2026 10:00:15 GMT', here, here + 15_000);
    noteServerClock('Fri, 27 Nov 2026 10:00:20 GMT', here + 20_000, here + 20_100);
    vi.setSystemTime(here + 20_100);
    const off = (at: string) => Math.abs(Date.parse(serverNow() ?? '') - Date.parse(at));
    expect(off('2026-11-27T10:00:20.500Z')).toBeLessThan(700);
    // the clock here is set
    noteServerClock('Fri, 27 Nov 2026 10:01:00 GMT', here + 9_000_000, here + 9_000_000);
    vi.setSystemTime(here + 9_000_000);
    expect(off('2026-11-27T10:01:00.500Z')).toBeLessThan(700);
  } finally {
    vi.useRealTimers();
  }
});
