import { checkbox } from './checkbox/checkbox';
import { novaPoshta } from './nova_poshta';
import type { Simulator } from './simulator';
import { telegram } from './telegram/telegram';

/** The services that are played: the only place where they are listed. */
export const SIMULATORS: readonly Simulator[] = [novaPoshta, checkbox, telegram];
