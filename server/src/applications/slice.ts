import { applicationErrors } from '@lanka/domain/applications/contract';
import { on } from '@lanka/domain/kit/hooks';
import { invitesByPath } from '../identity';
import { slice } from '../kit/slice';
import { invitationGuard, memberJoined } from '../projects';
import { isBlocked, writeEvent } from './applications.store';
import { invitesByLink } from './links';
import { markJoined } from './own.store';
import { applicationRoutes } from './routes';

export const applications = slice({
  name: 'applications',
  level: 9,
  routes: applicationRoutes,
  topics: [
    { kind: 'dropship_request', permission: 'applications.read' },
    { kind: 'join_link', permission: 'applications.read' },
  ],
  hooks: [
    // whoever may invite need not be who has blocked
    on(invitationGuard, async (tx, scope, email) => {
      if (await isBlocked(tx, scope, email)) throw applicationErrors.blocked_here({ path: 'email' });
    }),
    on(invitesByPath, invitesByLink),
    on(memberJoined, async (tx, { project_id, user, counterparty_id }) => {
      const id = counterparty_id && (await markJoined(tx, project_id, user.id, counterparty_id));
      if (id) await writeEvent(tx, { project: { id: project_id }, user }, { id }, 'joined');
    }),
  ],
});
