import { acquiring } from './acquiring';
import { checkbox } from './checkbox/checkbox';
import { monobank } from './monobank';
import { novaPoshta } from './nova_poshta';
import { privatbank } from './privatbank';
import { receiver } from './receiver';
import type { Simulator } from './simulator';
import { telegram } from './telegram/telegram';

/** The services that are played: the only place where they are listed. */
export const SIMULATORS: readonly Simulator[] = [
  novaPoshta,
  checkbox,
  telegram,
  monobank,
  privatbank,
  acquiring,
  receiver,
];
