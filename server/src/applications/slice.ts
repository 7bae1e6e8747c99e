import { applicationErrors } from '@lanka/domain/applications/contract';
import { on } from '@lanka/domain/kit/hooks';
import { projectErrors } from '@lanka/domain/projects/contract';
import { invitesByPath } from '../identity';
import { slice } from '../kit/slice';
import { accessKeepers } from '../partners';
import { invitationGuard, memberJoined } from '../projects';
import { applicationChanges, isBlocked, lockApplication, lockApplicationAs, writeEvent } from './applications.store';
import { invitesByLink } from './links';
import { applicationNotices } from './notices';
import { markJoined } from './own.store';
import { applicationRoutes } from './routes';

export const applications = slice({
  name: 'applications',
  level: 9,
  routes: applicationRoutes,
  notices: applicationNotices,
  changes: [applicationChanges],
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
    on(accessKeepers, {
      hold: lockApplicationAs,
      async ends(tx, scope, { user_id }, end) {
        // whoever blocks says so himself
        const known = end === 'blocked' ? null : await lockApplication(tx, scope, { user_id });
        if (known) await writeEvent(tx, scope, known, end === 'left' ? 'left' : 'removed');
        return 0;
      },
    }),
    on(memberJoined, async (tx, _app, { project_id, user, counterparty_id }) => {
      const place = { project: { id: project_id }, user };
      const known = counterparty_id && (await lockApplication(tx, place, { user_id: user.id }));
      if (!known) return;
      // blocked while the invitation was being made: it gives no access any more
      if (known.status === 'blocked') throw projectErrors.invitation_invalid();
      await markJoined(tx, project_id, known, counterparty_id);
      await writeEvent(tx, place, known, 'joined');
    }),
  ],
});
