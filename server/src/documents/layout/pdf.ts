import type { Paper } from '@lanka/domain/documents/paper';
import pdfmake from 'pdfmake';
import { FONT_FILES } from '../../kit/platform/fonts';
import { definitionOf } from './definition';
import { sheetOf, type WorkSheet } from './sheet';

const allowedFiles = new Set<string>(Object.values(FONT_FILES));
pdfmake.setFonts({ Roboto: { ...FONT_FILES } });
// Texts come from users: the renderer may read its fonts and nothing else, neither from the disk nor the network.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => allowedFiles.has(path));

export type ToDraw = { readonly paper: Paper } | { readonly sheet: WorkSheet };

/** Draws a paper, or a sheet for the workshop. The same data always gives the same pages; nothing is looked up. */
export function renderPdf(asked: ToDraw): Promise<Buffer> {
  return pdfmake.createPdf('paper' in asked ? definitionOf(asked.paper) : sheetOf(asked.sheet)).getBuffer();
}
