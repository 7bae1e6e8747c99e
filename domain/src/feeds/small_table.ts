import { z } from 'zod';
import { fieldMessage } from '../kit/field-messages';
import { requiredText } from '../kit/ids';

/** Longer texts are files. */
const MAX_PASTED = 200_000;

const ONE_OF = fieldMessage('small_table.one_of', {
  ua: 'Вкажіть або вставлений текст, або файл',
  en: 'give either the pasted text or the file',
});

/** The body of a call that reads a small table, pasted or uploaded; `columns` says what may stand in which of them. */
export const smallTable = <Columns extends z.ZodType>(columns: Columns) =>
  z
    .object({
      /** `file_name` of an own upload: XLSX or CSV. */
      upload: requiredText(300).optional(),
      /** What was copied out of a spreadsheet. */
      pasted: z.string().max(MAX_PASTED).optional(),
      /** In which columns things stand, from 0; as their names tell unless given. */
      columns: columns.optional(),
    })
    .refine(({ upload, pasted }) => (upload === undefined) !== (pasted === undefined), {
      path: ['pasted'],
      error: ONE_OF,
    });
