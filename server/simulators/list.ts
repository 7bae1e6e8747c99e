import { checkbox } from './checkbox/checkbox';
import type { Simulator } from './simulator';

/** The services that are played: the only place where they are listed. */
export const SIMULATORS: readonly Simulator[] = [checkbox];
