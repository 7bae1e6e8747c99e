import { type AccessChange, listAccessChanges } from '@lanka/domain/partners/access';
import type { Counterparty } from '@lanka/domain/partners/contract';
import { History } from '../kit/display/facts';
import { useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './access-text';

/** Who had access as this counterparty, since when, and how it ended. Of those who never had any it says nothing. */
export function AccessHistory({ counterparty }: { counterparty: Counterparty }) {
  const t = useText(text);
  const project_id = useProjectId();
  const params = { project_id, id: counterparty.id };
  const changes = useCall(listAccessChanges, { params, query: { limit: 200 } });
  const said = ({ reason, freed }: AccessChange) =>
    [reason && t.because(reason), freed > 0 && t.freed(freed)].filter(Boolean).join(' ');
  return (
    <Loaded query={changes}>
      {({ items }) =>
        items.length > 0 && (
          <History
            title={t.access}
            entries={items.map((change) => ({
              ...{ id: change.id, at: change.created_at, who: change.actor.name },
              title: t.changes[change.kind](change.user.name),
              text: <span className="wrap-anywhere">{said(change)}</span>,
              color: change.kind === 'joined' ? 'green' : 'gray',
            }))}
          />
        )
      }
    </Loaded>
  );
}
