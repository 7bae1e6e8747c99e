import type { FrozenDocument } from '@lanka/domain/documents/frozen';
import pdfmake from 'pdfmake';
import { FONT_FILES } from '../../kit/platform/fonts';
import { definitionOf } from './definition';

const allowedFiles = new Set<string>(Object.values(FONT_FILES));
pdfmake.setFonts({ Roboto: { ...FONT_FILES } });
// Texts come from users: the renderer may read its fonts and nothing else, neither from the disk nor the network.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => allowedFiles.has(path));

/** Draws an issued document. The same frozen data always gives the same paper; nothing is looked up. */
export function renderPdf(frozen: FrozenDocument): Promise<Buffer> {
  return pdfmake.createPdf(definitionOf(frozen)).getBuffer();
}
