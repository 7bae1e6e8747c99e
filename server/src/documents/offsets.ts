import { type OffsetPaper, offsetFileName, offsetPaper } from '@lanka/domain/documents/offset';
import { kyivDate } from '@lanka/domain/kit/time';
import { readOffsetPdf } from '@lanka/domain/offsets/contract';
import { mirrored } from '@lanka/domain/offsets/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import { findOffset } from '../offsets';
import { paperOf } from './papers';

/** The same paper in both projects, where there are two. @throws offsets.not_found */
export async function offsetForPaper(
  tx: Tx,
  scope: ProjectScope,
  id: string,
): Promise<{ paper: OffsetPaper; file_name: string }> {
  const act = await findOffset(tx, scope, id);
  const isAgreed = act.status === 'agreed' || act.status === 'reversed';
  const paper = offsetPaper(
    {
      ...act,
      ...(act.mirrored ? mirrored(act) : {}),
      built_on: kyivDate(new Date(act.created_at)),
      agreed_on: isAgreed && act.decided_at !== null ? kyivDate(new Date(act.decided_at)) : null,
      agreed_by: act.decided_by?.name ?? '',
    },
    act.parties,
  );
  return { paper, file_name: offsetFileName(act) };
}

export const offsetPaperRoutes: Served[] = [
  serve(readOffsetPdf, async ({ tx, scope, params, app }) => {
    const { paper, file_name } = await offsetForPaper(tx, scope, params.id);
    return { stream: () => paperOf(app.threads, { offset: paper }), content_type: 'application/pdf', file_name };
  }),
];
