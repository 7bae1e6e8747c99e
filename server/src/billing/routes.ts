import type { Served } from '../kit/http';

export const billingRoutes: Served[] = [];
