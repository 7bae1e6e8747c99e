import { peopleEntries } from './entries-people';
import { platformEntries } from './entries-platform';
import { tradeEntries } from './entries-trade';
import type { Entry } from './entry';

/** By method and path. */
export const ENTRIES: Readonly<Record<string, Entry>> = { ...tradeEntries, ...peopleEntries, ...platformEntries };
