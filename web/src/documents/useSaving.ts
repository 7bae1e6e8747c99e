import { type IssuedDocument, readDocumentPdf } from '@lanka/domain/documents/contract';
import { useState } from 'react';
import { download } from '../kit/http/download';
import { notifyError } from '../kit/overlay/notify';

/** Saves the PDF of a paper; `loading` while it is on its way. */
export function useSaving(project_id: string) {
  const [loading, setLoading] = useState(false);
  const save = async ({ id, title }: IssuedDocument) => {
    setLoading(true);
    try {
      await download(readDocumentPdf, { params: { project_id, id } }, `${title}.pdf`);
    } catch (error) {
      notifyError(error);
    } finally {
      setLoading(false);
    }
  };
  return { loading, save };
}
