import { CLOTHES } from './clothes';
import type { Good } from './good';
import { HOME } from './home';
import { SEWN } from './sewn';

/** What the first project sells, in the order of its codes. */
export const TEXTILE: readonly Good[] = [...CLOTHES, ...HOME, ...SEWN];
