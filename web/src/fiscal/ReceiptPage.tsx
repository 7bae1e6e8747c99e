import { readReceipt } from '@lanka/domain/fiscal/contract';
import { useParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { ROOT } from './Frame';
import { ReceiptBody } from './ReceiptDialog';
import { isUnderWay, text } from './text';

const POLL_MS = 2_000;

/** `/cp/integrations/checkbox/receipts/:id` */
export function ReceiptPage() {
  const t = useText(text);
  const { can } = useSession();
  const { id = '' } = useParams();
  const project_id = useProjectId();
  const params = { project_id, id };
  const known = useCall(readReceipt, { params });
  const waits = known.data ? isUnderWay(known.data) : false;
  const receipt = useCall(readReceipt, { params }, { refetchInterval: waits ? POLL_MS : false });
  return (
    <Page
      title={receipt.data?.fiscal_code ?? t.receipt}
      crumbs={[
        { to: ROOT, label: t.title },
        { to: `${ROOT}/receipts`, label: t.receipts },
      ]}
      narrow
    >
      <Loaded query={receipt}>
        {(found) => (
          <Section title={t.kinds[found.kind]}>
            <ReceiptBody receipt={found} projectId={project_id} mayIssue={can('receipts.issue')} />
          </Section>
        )}
      </Loaded>
    </Page>
  );
}
