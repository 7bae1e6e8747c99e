import type { ErrorFactory } from '@lanka/domain/kit/errors';
import * as contract from '@lanka/domain/operator/contract';
import { countTroubled } from '../integrations';
import { together } from '../kit/db/together';
import { type Served, serve } from '../kit/http/serve';
import { lockMessage, setMessageStatus } from '../site';
import { removeSecondFactor, updateUserAccess } from './access';
import { countDeadLetters, listDeadLetters, readDeadLetter } from './dead-letters/dead-letters.store';
import { discardDeadLetter, replayDeadLetter, replayDeadLetters } from './dead-letters/decide';
import { switchMaintenance } from './maintenance';
import {
  countAccessRequests,
  countMessages,
  keepAction,
  listAccessRequests,
  listActions,
  listMessages,
  readAccessRequest,
  readMessage,
  readOverview,
} from './operator.store';
import { listProjects, listUsers, readProjectDetails, readUserDetails } from './platform.store';
import { approveAccessRequest, rejectAccessRequest, resendAccessInvitation } from './requests';
import { readVisits, visitDays } from './visits.store';
import { NOTHING_WAITS, operatorWaits } from './waits';

async function found<T>(row: Promise<T | null>, missing: ErrorFactory): Promise<T> {
  const there = await row;
  if (there === null) throw missing();
  return there;
}

const { request_not_found, user_not_found, project_not_found, message_not_found } = contract.operatorErrors;

export const operatorRoutes: Served[] = [
  serve(contract.readSiteVisits, ({ tx, scope, query }) => readVisits(tx, scope, query)),
  serve(contract.listVisitDays, ({ tx, scope, query }) => visitDays(tx, scope, query)),
  serve(contract.readOverview, async ({ tx, app, scope }) => {
    const above = app.hooks.all(operatorWaits).map((count) => count(tx, scope));
    const [overview, dead, troubled, ...waits] = await together([
      readOverview(tx, scope),
      countDeadLetters(tx, scope),
      countTroubled(tx, scope),
      ...above,
    ]);
    return {
      ...overview,
      ...Object.assign({}, NOTHING_WAITS, ...waits),
      dead_letters: dead.total,
      oldest_dead_letter_at: dead.oldest_at,
      troubled_services: troubled,
      maintenance: app.maintenance.on,
    };
  }),

  serve(contract.listAccessRequests, ({ tx, scope, query }) => listAccessRequests(tx, scope, query)),
  serve(contract.countAccessRequests, ({ tx, scope, query }) => countAccessRequests(tx, scope, query)),
  serve(contract.readAccessRequest, ({ tx, scope, params }) =>
    found(readAccessRequest(tx, scope, params.id), request_not_found),
  ),
  serve(contract.approveAccessRequest, async ({ tx, app, scope, params }) => {
    await approveAccessRequest(tx, app, scope, params.id);
    return found(readAccessRequest(tx, scope, params.id), request_not_found);
  }),
  serve(contract.rejectAccessRequest, async ({ tx, app, scope, params, body }) => {
    await rejectAccessRequest(tx, app, scope, params.id, body.reason ?? '');
    return found(readAccessRequest(tx, scope, params.id), request_not_found);
  }),
  serve(contract.resendAccessInvitation, async ({ tx, app, scope, params }) => {
    await resendAccessInvitation(tx, app, scope, params.id);
    return found(readAccessRequest(tx, scope, params.id), request_not_found);
  }),

  serve(contract.listUsers, ({ tx, scope, query }) => listUsers(tx, scope, query)),
  serve(contract.readOperatorUser, ({ tx, scope, params }) =>
    found(readUserDetails(tx, scope, params.id), user_not_found),
  ),
  serve(contract.updateUserAccess, async ({ tx, scope, params, body }) => {
    await updateUserAccess(tx, scope, params.id, body);
    return found(readUserDetails(tx, scope, params.id), user_not_found);
  }),
  serve(contract.removeSecondFactor, async ({ tx, app, scope, params, body }) => {
    await removeSecondFactor(tx, app, scope, params.id, body.reason);
    return found(readUserDetails(tx, scope, params.id), user_not_found);
  }),

  serve(contract.listOperatorProjects, ({ tx, scope, query }) => listProjects(tx, scope, query)),
  serve(contract.readOperatorProject, ({ tx, scope, params }) =>
    found(readProjectDetails(tx, scope, params.id), project_not_found),
  ),

  serve(contract.listMessages, ({ tx, scope, query }) => listMessages(tx, scope, query)),
  serve(contract.countMessages, ({ tx, scope, query }) => countMessages(tx, scope, query)),
  serve(contract.readMessage, ({ tx, scope, params }) => found(readMessage(tx, scope, params.id), message_not_found)),
  serve(contract.updateMessage, async ({ tx, scope, params, body }) => {
    const message = await found(lockMessage(tx, scope, params.id), message_not_found);
    if (message.status !== body.status) {
      await setMessageStatus(tx, scope, params.id, body.status);
      const deed = body.status === 'done' ? 'message_done' : 'message_reopened';
      await keepAction(tx, scope, { deed, subject_id: params.id, subject: message.name });
    }
    return found(readMessage(tx, scope, params.id), message_not_found);
  }),

  serve(contract.readMaintenance, ({ app }) => app.maintenance.state),
  serve(contract.switchMaintenance, async ({ tx, app, scope, body, after }) => {
    const state = await switchMaintenance(tx, app, scope, body);
    after(() => app.maintenance.spread());
    return state;
  }),

  serve(contract.listDeadLetters, ({ tx, scope, query }) => listDeadLetters(tx, scope, query)),
  serve(contract.countDeadLetters, async ({ tx, scope }) => {
    const { total, by_job } = await countDeadLetters(tx, scope);
    return { total, by_job };
  }),
  serve(contract.readDeadLetter, ({ tx, scope, params }) =>
    found(readDeadLetter(tx, scope, params.id), contract.deadLetterErrors.dead_letter_not_found),
  ),
  serve(contract.replayDeadLetters, ({ tx, app, scope, body }) => replayDeadLetters(tx, app, scope, body.job)),
  serve(contract.replayDeadLetter, ({ tx, app, scope, params }) => replayDeadLetter(tx, app, scope, params.id)),
  serve(contract.discardDeadLetter, ({ tx, app, scope, params, body }) =>
    discardDeadLetter(tx, app, scope, params.id, body.reason),
  ),

  serve(contract.listActions, ({ tx, scope, query }) => listActions(tx, scope, query)),
];
