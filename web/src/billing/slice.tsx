import type { Slice } from '../kit/slice';

export const billing: Slice = { name: 'billing', routes: [] };
