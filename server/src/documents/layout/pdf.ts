import type { ActPaper } from '@lanka/domain/documents/act';
import type { OffsetPaper } from '@lanka/domain/documents/offset';
import type { Paper } from '@lanka/domain/documents/paper';
import pdfmake from 'pdfmake';
import { FONT_FILES } from '../../kit/platform/fonts';
import { actOf } from './act';
import { definitionOf } from './definition';
import { offsetOf } from './offset';
import { type PayoutSheet, payoutOf } from './payout';
import { type PickingList, pickingOf } from './picking';
import { sheetOf, type WorkSheet } from './sheet';

const allowedFiles = new Set<string>(Object.values(FONT_FILES));
pdfmake.setFonts({ Roboto: { ...FONT_FILES } });
// Texts come from users: the renderer may read its fonts and nothing else, neither from the disk nor the network.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => allowedFiles.has(path));

export type ToDraw =
  | { readonly paper: Paper }
  | { readonly sheet: WorkSheet }
  | { readonly act: ActPaper }
  | { readonly offset: OffsetPaper }
  | { readonly payout: PayoutSheet }
  | { readonly picking: PickingList };

function definition(asked: ToDraw) {
  if ('paper' in asked) return definitionOf(asked.paper);
  if ('offset' in asked) return offsetOf(asked.offset);
  if ('picking' in asked) return pickingOf(asked.picking);
  if ('payout' in asked) return payoutOf(asked.payout);
  return 'act' in asked ? actOf(asked.act) : sheetOf(asked.sheet);
}

/** Draws a paper, a reconciliation act, or a sheet for the workshop. The same data always gives the same pages; nothing is looked up. */
export function renderPdf(asked: ToDraw): Promise<Buffer> {
  return pdfmake.createPdf(definition(asked)).getBuffer();
}
