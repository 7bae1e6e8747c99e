import {
  issueCreditNote,
  issueReturnNote,
  readDocumentPdf,
  readManufacturePdf,
} from '@lanka/domain/documents/contract';
import { call } from '../kit/http/call';
import { download } from '../kit/http/download';

/** Saves a manufacture request as it hangs in the workshop. */
export const saveWorkSheet = (project_id: string, id: string): Promise<void> =>
  download(readManufacturePdf, { params: { project_id, id } });

/** Issues what corrects the papers of an order by a return, or finds it, and saves it. */
export async function saveCreditNote(project_id: string, id: string): Promise<void> {
  const issued = await call(issueCreditNote, { params: { project_id, id } });
  await download(readDocumentPdf, { params: { project_id, id: issued.id } }, `${issued.title}.pdf`);
}

/** Issues the note of a return, or finds the one that is issued, and saves it. */
export async function saveReturnNote(project_id: string, id: string): Promise<void> {
  const issued = await call(issueReturnNote, { params: { project_id, id } });
  await download(readDocumentPdf, { params: { project_id, id: issued.id } }, `${issued.title}.pdf`);
}
