import { readManufacturePdf } from '@lanka/domain/documents/contract';
import { download } from '../kit/http/download';

/** Saves a manufacture request as it hangs in the workshop. */
export const saveWorkSheet = (project_id: string, id: string): Promise<void> =>
  download(readManufacturePdf, { params: { project_id, id } });
