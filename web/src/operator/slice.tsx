import type { Slice } from '../kit/slice';

export const operator: Slice = { name: 'operator', routes: [] };
