import { readOrder } from '@lanka/domain/orders/contract';
import { call } from '../kit/http/call';
import { type Place, usePlace } from '../kit/page/place';

export type OrderPlace = Place;

export const useOrderPlace = () =>
  usePlace('order', (project_id, id, signal) => call(readOrder, { params: { project_id, id }, signal }));
