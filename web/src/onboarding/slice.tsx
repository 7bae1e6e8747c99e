import type { Slice } from '../kit/slice';

export const onboarding: Slice = { name: 'onboarding', routes: [] };
