import { readManufacturePdf, readTurnoverPdf } from '@lanka/domain/documents/contract';
import { download } from '../kit/http/download';

/** Saves the paper of a document of turnover. */
export const saveTurnoverPaper = (project_id: string, id: string): Promise<void> =>
  download(readTurnoverPdf, { params: { project_id, id } });

/** Saves a manufacture request as it hangs in the workshop. */
export const saveWorkSheet = (project_id: string, id: string): Promise<void> =>
  download(readManufacturePdf, { params: { project_id, id } });
