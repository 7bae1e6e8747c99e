import { readDocumentPdf, readTurnoverPaperPdf } from '@lanka/domain/documents/contract';
import { readPaperPdf } from '@lanka/domain/papers/contract';
import { useState } from 'react';
import { download } from '../kit/http/download';
import { notifyError } from '../kit/overlay/notify';

const PDF = { order: readDocumentPdf, turnover: readTurnoverPaperPdf, register: readPaperPdf };

/** Saves the PDF of a paper; `loading` while it is on its way. */
export function useSaving(project_id: string, of: keyof typeof PDF = 'order') {
  const [loading, setLoading] = useState(false);
  const save = async ({ id, title }: { id: string; title: string }) => {
    setLoading(true);
    try {
      await download(PDF[of], { params: { project_id, id } }, `${title}.pdf`);
    } catch (error) {
      notifyError(error);
    } finally {
      setLoading(false);
    }
  };
  return { loading, save };
}
