import { asPaper } from '@lanka/domain/documents/paper';
import { fileNameOf } from '@lanka/domain/documents/rules';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import type { PaperSource } from '../papers';
import { actForPaper } from './act';
import { readRegistered } from './documents.store';
import type { ToDraw } from './layout/pdf';
import { offsetForPaper } from './offsets';
import { readFrozenPaper } from './turnover-papers.store';

export interface Drawn {
  readonly drawn: ToDraw;
  readonly file_name: string;
}

/** What is to be drawn for a paper of the register, as it was frozen; who may see it was asked of the register. */
export async function drawnOf(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { source, source_id, revision }: PaperSource,
): Promise<Drawn> {
  switch (source) {
    case 'document': {
      const frozen = await readRegistered(tx, scope, source_id);
      return { drawn: { paper: asPaper(frozen) }, file_name: fileNameOf(frozen) };
    }
    case 'turnover_paper': {
      const frozen = await readFrozenPaper(tx, scope, source_id);
      if (!frozen) throw new Error('what is in the register was issued');
      return { drawn: { paper: frozen.paper }, file_name: frozen.file_name };
    }
    case 'reconciliation': {
      const { paper, name } = await actForPaper(tx, app, scope, source_id, revision);
      return { drawn: { act: paper }, file_name: `${name}.pdf` };
    }
    case 'offset': {
      const { paper, file_name } = await offsetForPaper(tx, scope, source_id);
      return { drawn: { offset: paper }, file_name };
    }
  }
}
