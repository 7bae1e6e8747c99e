import type { Served } from '../kit/http';

export const operatorRoutes: Served[] = [];
