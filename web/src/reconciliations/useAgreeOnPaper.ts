import * as contract from '@lanka/domain/reconciliations/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../kit/http/call';
import { refreshAfter } from '../kit/http/query';
import { oneByOne, type Refused } from '../kit/list/one-by-one';
import { useConfirm } from '../kit/overlay/confirm';
import { notifySuccess } from '../kit/overlay/notify';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

type Row = contract.OpenCounterparty;
type Agreeable = Row & { readonly act: NonNullable<Row['act']> };

/** Whose act staff may call agreed: nobody reads here for the counterparty, and it is as the ledger has it. */
const isAgreeable = (row: Row): row is Agreeable =>
  row.on_paper && row.act?.built_by === 'supplier' && row.act.awaits !== null && !row.act.outdated;

/** Acts that were signed on paper, agreed one after another with one note; the refused ones hold nobody up. */
export function useAgreeOnPaper(): {
  agree: (rows: readonly Row[], done: () => void) => Promise<void>;
  refused: readonly Refused<Row>[];
} {
  const t = useText(text);
  const ask = useConfirm();
  const client = useQueryClient();
  const params = { project_id: useProjectId() };
  const [refused, setRefused] = useState<readonly Refused<Row>[]>([]);
  const agree = async (rows: readonly Row[], done: () => void) => {
    const able = rows.filter(isAgreeable);
    setRefused(rows.flatMap((row) => (isAgreeable(row) ? [] : [{ row, message: t.notOnPaper }])));
    if (able.length === 0) return;
    const answer = await ask({
      title: t.agreeTheseTitle(able.length),
      effects: [t.agreeTheseEffect],
      irreversible: t.agreeFinal,
      reason: { label: t.agreeNote, hint: t.agreeNoteHint, required: true },
      confirmLabel: t.agree,
    });
    if (!answer) return;
    const failed = await oneByOne(able, ({ act: { id, revision } }) =>
      call(contract.agreeReconciliation, { params: { ...params, id }, body: { revision, note: answer.reason } }),
    );
    setRefused(failed);
    notifySuccess(t.agreedThese(able.length - failed.length));
    done();
    await refreshAfter(client, contract.agreeReconciliation);
  };
  return { agree, refused };
}
