import { listTurnover } from '@lanka/domain/turnover/contract';
import { Navigate, useParams } from 'react-router';
import { useCall } from '../kit/http/query';
import { Loaded, NotFound } from '../kit/page/states';
import { useProjectId } from '../kit/session';

/** A movement of stock knows the part that came; its page is that of the document. */
export function ArrivalPage() {
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const found = useCall(listTurnover, { params: { project_id }, query: { arrival_id: id, limit: 1 } });
  return (
    <Loaded query={found}>
      {({ items: [document] }) => (document ? <Navigate to={`/cp/turnover/${document.id}`} replace /> : <NotFound />)}
    </Loaded>
  );
}
