import { on } from '@lanka/domain/kit/hooks';
import { allProjects, planOfOwner } from '../files';
import { invitationWaits } from '../identity';
import { slice } from '../kit/slice';
import { authorise } from './authorise';
import { isInvited } from './invited.store';
import { endPauses, pauseNotices } from './pause';
import { planOfFiles } from './plan.store';
import { listProjectIds } from './projects.store';
import { projectRoutes } from './routes';
import { forgetAnswers } from './sweep';

export const projects = slice({
  name: 'projects',
  level: 2,
  routes: projectRoutes,
  topics: [
    { kind: 'project', permission: 'project.read' },
    { kind: 'user', permission: 'users.read' },
    { kind: 'user_invitation', permission: 'users.read' },
  ],
  notices: pauseNotices,
  jobs: [forgetAnswers, endPauses],
  hooks: [on(invitationWaits, isInvited), on(allProjects, listProjectIds), on(planOfOwner, planOfFiles)],
  authorise,
});
