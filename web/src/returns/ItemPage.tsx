import { listReturns } from '@lanka/domain/returns/contract';
import { Navigate } from 'react-router';
import { CallError, call } from '../kit/http/call';
import { useCall } from '../kit/http/query';
import { usePlace } from '../kit/page/place';
import { FailedState, Loaded, NotFound } from '../kit/page/states';
import { useSession } from '../kit/session';
import { returnPath } from './where';

/** Postings and movements know the line of a return; its page is that of the return. */
export function ItemPage() {
  const { isDropshipping } = useSession();
  const { place, id, error } = usePlace('return-item', async (project_id, item_id, signal) => {
    const found = await call(listReturns, { params: { project_id }, query: { item_id, limit: 1 }, signal });
    if (found.items.length === 0) throw new CallError(404, 'returns.not_found', '');
  });
  const found = useCall(
    listReturns,
    { params: { project_id: place?.project_id ?? '-' }, query: { item_id: id, limit: 1 } },
    { enabled: place !== undefined },
  );
  if (error) return <FailedState error={error} />;
  return (
    <Loaded query={found}>
      {({ items: [one] }) =>
        one ? <Navigate to={returnPath(one.id, isDropshipping ? one.project_id : null)} replace /> : <NotFound />
      }
    </Loaded>
  );
}
