import { common } from '@lanka/domain/kit/errors';
import { kyivDate } from '@lanka/domain/kit/time';
import { Website } from '@lanka/domain/kit/website';
import {
  type CreateRequestFormBody,
  requestFormErrors as errors,
  FORMS_PER_DAY,
  FORMS_PER_HOUR,
  LEAST_SECONDS,
  type RequestForm,
  type SendFormBody,
  TICKET_SECONDS,
} from '@lanka/domain/request_forms/contract';
import { type ProjectScope, systemIn } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { enterProjects } from '../projects';
import { limitSendings } from '../site';
import { requestCame } from './notices';
import * as store from './request_forms.store';
import { readOpenForm, type StoredSiteForm } from './site_forms.store';

/** By a key of the API, or by somebody of the staff. */
export async function createForm(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  { name, email = null, phone = null, comment = '', page_url = null }: CreateRequestFormBody,
): Promise<RequestForm> {
  const id = newId();
  const source = scope.api_key ? 'api' : 'staff';
  await store.insertForm(tx, scope.project.id, {
    ...{ id, name, email, phone, comment, page_url, source },
    created_by: scope.user.id,
  });
  await app.notices.tell(tx, scope, requestCame, {}, { name, id });
  const made = await store.readForm(tx, scope, id);
  if (!made) throw new Error('what was written is there');
  return made;
}

/** The form of this project, if it is on. From here on the transaction is within the project. */
export async function enterForm(tx: Tx, project: string): Promise<StoredSiteForm> {
  await enterProjects(tx, [project]);
  const form = await readOpenForm(tx, project);
  if (!form) throw errors.form_off();
  return form;
}

/** Programs can say any origin; this keeps other people’s pages from using the form in their visitors’ browsers. */
export function assertSite({ origins }: StoredSiteForm, origin: string | undefined): void {
  if (origin === undefined || !origins.includes(origin)) throw errors.foreign_site();
}

const PURPOSE = 'request_forms.ticket';

export const giveTicket = (app: Services, project: string): Promise<string> =>
  app.keys.seal(PURPOSE, { project, id: newId(), at: String(Date.now()) }, TICKET_SECONDS);

/** What counts as one sending: its id becomes that of the row. */
async function readTicket(app: Services, project: string, ticket: string): Promise<string> {
  const known = await app.keys.unseal(PURPOSE, ticket);
  if (known?.project !== project) throw errors.ticket_old();
  if (Date.now() - Number(known.at) < LEAST_SECONDS * 1_000) throw errors.too_fast();
  return String(known.id);
}

const secondsOfDayLeft = (now: Date): number => {
  let at = now.getTime();
  const today = kyivDate(now);
  // days of Kyiv have 23 to 25 hours
  while (kyivDate(new Date(at)) === today) at += 60_000;
  return Math.ceil((at - now.getTime()) / 1_000);
};

export async function receiveForm(
  tx: Tx,
  app: Services,
  project: string,
  address: string,
  { ticket, nickname, name, email = null, phone = null, comment = '', page_url }: SendFormBody,
): Promise<{ id: string; isNew: boolean }> {
  const id = await readTicket(app, project, ticket);
  if (nickname) return { id, isNew: false };
  await limitSendings(tx, { address }, FORMS_PER_HOUR, 'site_form');
  await store.lockDay(tx, project);
  if ((await store.countToday(tx, project, FORMS_PER_DAY)) >= FORMS_PER_DAY)
    throw common.too_many({ seconds: secondsOfDayLeft(new Date()) });
  const page = Website.safeParse(page_url ?? '').data ?? null;
  const isNew = await store.insertForm(tx, project, {
    ...{ id, name, email, phone, comment, page_url: page, source: 'site' as const, created_by: null },
  });
  if (isNew) await app.notices.tell(tx, systemIn(project), requestCame, {}, { name, id });
  return { id, isNew };
}
