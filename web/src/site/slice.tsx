import type { Slice } from '../kit/slice';

export const site: Slice = { name: 'site', routes: [] };
