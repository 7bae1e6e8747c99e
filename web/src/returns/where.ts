import { readReturn } from '@lanka/domain/returns/contract';
import { call } from '../kit/http/call';
import { usePlace } from '../kit/page/place';

/** The address of a return; the dropshipper's says at which supplier it is. */
export const returnPath = (id: string, project_id: string | null): string =>
  `/cp/returns/${id}${project_id ? `?project=${project_id}` : ''}`;

export const useReturnPlace = () =>
  usePlace('return', (project_id, id, signal) => call(readReturn, { params: { project_id, id }, signal }));
