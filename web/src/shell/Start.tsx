import { DROPSHIPPING } from '@lanka/domain/kit/roles';
import { Button, Group } from '@mantine/core';
import { Link, Navigate } from 'react-router';
import { useDocumentTitle } from '../kit/page/page';
import { useKnownRoute } from '../kit/page/routes';
import { EmptyState } from '../kit/page/states';
import { useSession } from '../kit/session';
import { sidebarFor, useSlices } from '../kit/slice';
import { useText } from '../kit/text';
import { text } from './text';

/** `/cp`: leads into the workspace, or offers the first step to somebody who has none. */
export function Start() {
  const slices = useSlices();
  const t = useText(text);
  const session = useSession();
  const known = useKnownRoute();
  useDocumentTitle(t.project);
  if (session.role === null) return <FirstStep />;
  const [first] = sidebarFor(slices, session);
  const start = known('/cp/orders') ? '/cp/orders' : first?.to;
  if (start) return <Navigate to={start} replace />;
  return <EmptyState drawing="shelf" order={1} title={t.nothingTitle} text={t.nothingText} />;
}

function FirstStep() {
  const t = useText(text);
  const known = useKnownRoute();
  const { user, switchTo } = useSession();
  // an operator of the platform needs no project of his own
  if (user.platform_role === 'Staff') return <Navigate to="/cp/operator" replace />;
  if (!user.onboarded && known('/cp/onboarding')) return <Navigate to="/cp/onboarding" replace />;
  return (
    <EmptyState
      drawing="connect"
      order={1}
      title={t.emptyTitle}
      text={t.emptyText}
      action={
        <Group justify="center">
          {known('/cp/new-project') && (
            <Button component={Link} to="/cp/new-project">
              {t.createProject}
            </Button>
          )}
          <Button variant="default" onClick={() => switchTo(DROPSHIPPING)}>
            {t.becomeDropshipper}
          </Button>
        </Group>
      }
    />
  );
}
