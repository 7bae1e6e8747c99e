import type { Served } from '../kit/http';

export const siteRoutes: Served[] = [];
