import { listApplications } from '@lanka/domain/applications/contract';
import { Anchor, Group } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '../kit/http/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';
import { WithUnread } from './Unread';

/** Beside a counterparty: the way to what was agreed when he applied. */
export function OfCounterparty({ projectId, counterpartyId }: { projectId: string; counterpartyId: string }) {
  const t = useText(text);
  const { can } = useSession();
  const query = { counterparty_id: counterpartyId, limit: 1 };
  const list = useCall(
    listApplications,
    { params: { project_id: projectId }, query },
    { enabled: can('applications.read') },
  );
  const [application] = list.data?.items ?? [];
  if (!application) return null;
  return (
    <Group>
      <Anchor component={Link} to={`/cp/counterparties/applications/${application.id}`}>
        <WithUnread unread={application.has_unread}>{t.applicationAndTalk}</WithUnread>
      </Anchor>
    </Group>
  );
}
