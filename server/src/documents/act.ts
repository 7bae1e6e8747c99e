import { type ActPaper, actFileName, actPaper } from '@lanka/domain/documents/act';
import { kyivDate } from '@lanka/domain/kit/time';
import { reconciliationErrors } from '@lanka/domain/reconciliations/contract';
import writeExcelFile from 'write-excel-file/node';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { findParties, readAct } from '../reconciliations';

/** A version of an act as its paper shows it. @throws reconciliations.not_found, reconciliations.not_sent */
export async function actForPaper(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  revision?: number,
): Promise<{ paper: ActPaper; name: string }> {
  const act = await readAct(tx, app, scope, id, revision);
  const sent = act.revisions.find((one) => one.revision === act.shown_revision);
  if (!sent) throw reconciliationErrors.not_sent();
  const isAgreed = act.agreed_at !== null && act.shown_revision === act.revision;
  const parties = await findParties(tx, scope, id, act.shown_revision);
  const paper = actPaper(
    {
      ...act,
      sent_on: kyivDate(new Date(sent.sent_at)),
      agreed_on: isAgreed && act.agreed_at !== null ? kyivDate(new Date(act.agreed_at)) : null,
      agreed_by: act.agreed_by?.name ?? '',
    },
    parties,
  );
  return { paper, name: actFileName(act) };
}

type Cell =
  | { value: string; type: StringConstructor; fontWeight?: 'bold' }
  | { value: number; type: NumberConstructor; format: string }
  | null;

const text = (value: string): Cell => (value === '' ? null : { value, type: String });
const bold = (value: string): Cell => (value === '' ? null : { value, type: String, fontWeight: 'bold' });
const money = (kopecks: number): Cell =>
  kopecks === 0 ? null : { value: kopecks / 100, type: Number, format: '#,##0.00' };

/** The same rows as the paper, both halves. */
export function actWorkbook(paper: ActPaper): Promise<Buffer> {
  const row = (date: string, document: string, { debit, credit }: { debit: number; credit: number }) => [
    ...[text(date), text(document), money(debit), money(credit)],
    ...[text(date), text(document), money(credit), money(debit)],
  ];
  const heads = ['Дата', 'Документ', 'Дебет', 'Кредит'].map(bold);
  const data = [
    [bold(paper.title)],
    [text(paper.place)],
    ...paper.parties.map(({ label, name, requisites }) => [text(`${label}: ${[name, ...requisites].join('; ')}`)]),
    [bold(`За даними ${paper.halves[0]}, грн`), null, null, null, bold(`За даними ${paper.halves[1]}, грн`)],
    [...heads, ...heads],
    row('', 'Сальдо на початок', paper.opening),
    ...paper.rows.map((one) => row(one.date, one.document, one)),
    row('', 'Обороти за період', paper.turnover),
    row('', 'Сальдо на кінець', paper.closing),
    [bold(paper.conclusion)],
    ...(paper.agreed ? [[text(paper.agreed)]] : []),
  ];
  const widths = [12, 44, 14, 14];
  const columns = [...widths, ...widths].map((width) => ({ width }));
  return writeExcelFile(data, { sheet: 'Акт звірки', columns }).toBuffer();
}
