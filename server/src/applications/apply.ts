import {
  type ApplyBody,
  applicationErrors,
  type MyApplication,
  type SupplierTerms,
} from '@lanka/domain/applications/contract';
import { joinLinkErrors } from '@lanka/domain/applications/link_errors';
import { mayApply, planDeed } from '@lanka/domain/applications/machine';
import { priceIn } from '@lanka/domain/kit/plan_prices';
import { DROPSHIPPER_PLANS, DropshipperPlan, dropshipperTermsOf } from '@lanka/domain/kit/plans';
import { kyivDate } from '@lanka/domain/kit/time';
import { readUser } from '../identity';
import type { DropshippingScope, UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { enterProjects, logoUrl } from '../projects';
import { readPriceList } from '../site';
import { lockApplication, writeEvent } from './applications.store';
import { openLink } from './links';
import { useJoinLink } from './links.store';
import { tellLeaders } from './notices';
import * as store from './own.store';

/** Plans with the catalogue, cheapest first. */
const PLANS = DropshipperPlan.options.filter((plan) => DROPSHIPPER_PLANS[plan].catalogue);

/** The supplier's project beside all that the asker is in already, for the rest of the transaction. */
export const enterSupplier = (tx: Tx, { user, suppliers, past_suppliers }: DropshippingScope, projectId: string) =>
  enterProjects(tx, [user.id, ...[...suppliers, ...past_suppliers].map(({ project_id }) => project_id), projectId]);

/** Who lets the asker apply: the supplier's own link says more than the catalogue. */
interface By {
  readonly link: { readonly id: string } | null;
}

/** A supplier who stands in the catalogue, or with whom there is something already; one who has blocked the asker is not there. */
async function findSupplier(tx: Tx, scope: UserScope, project: string, { link }: By): Promise<store.SupplierFacts> {
  const found = await store.findSupplier(tx, scope, project);
  const isSeen = found && (link !== null || found.listed || found.status !== null || found.role !== null);
  if (!found || !isSeen || found.status === 'blocked') throw applicationErrors.supplier_not_found();
  return found;
}

/** Paid plans of dropshippers have the catalogue; on the free one one works with those who have invited (specification §6). */
async function planRequired(tx: Tx): Promise<Error> {
  const list = await readPriceList(tx);
  const month = `${kyivDate(new Date()).slice(0, 7)}-01`;
  const prices = PLANS.map((plan) => priceIn(plan, month, list).price);
  return applicationErrors.plan_required({ limit: 'catalogue', plans: PLANS, price: Math.min(...prices) / 100 });
}

const mayTheAsker = ({ status, role }: store.SupplierFacts, plan: string | null, { link }: By): SupplierTerms['may'] =>
  mayApply({ state: status ?? 'none', role }, link === null && !dropshipperTermsOf(plan).catalogue);

export async function readSupplierTerms(
  tx: Tx,
  app: Services,
  scope: UserScope,
  project: string,
  by: By = { link: null },
): Promise<SupplierTerms> {
  const found = await findSupplier(tx, scope, project, by);
  const { subscription_plan } = await readUser(tx, scope);
  const may = mayTheAsker(found, subscription_plan, by);
  const { logo, listed: _listed, status: _state, role: _role, ...supplier } = found;
  return {
    ...supplier,
    logo_url: await logoUrl(app, logo),
    may,
    plans: may === 'plan_required' ? PLANS : [],
  };
}

export const showMine = async (app: Services, { logo, ...mine }: store.StoredMine): Promise<MyApplication> => ({
  ...mine,
  logo_url: await logoUrl(app, logo),
});

/** Applies, the first time or once more. What is left out comes from the profile. */
export async function createApplication(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  project: string,
  body: ApplyBody,
): Promise<MyApplication> {
  const link = body.link === undefined ? null : await openLink(tx, body.link);
  const found = await findSupplier(tx, scope, project, { link });
  if (link && link.project_id !== found.project_id) throw joinLinkErrors.over({ path: 'link' });
  const profile = await readUser(tx, scope);
  const may = mayTheAsker(found, profile.subscription_plan, { link });
  if (may === 'plan_required') throw await planRequired(tx);
  if (may !== 'apply') throw applicationErrors[may]();
  const { project_id, title } = found;
  const { cover_text, edropoy_code, iban } = body;
  const phone = body.phone ?? profile.phone_number;
  if (!phone) throw applicationErrors.phone_required({ path: 'phone' });
  const sent = {
    cover_text,
    phone,
    edropoy_code: edropoy_code === undefined ? profile.edropoy_code : edropoy_code,
    iban: iban === undefined ? profile.iban : iban,
    join_link_id: link?.id ?? null,
  };
  await enterSupplier(tx, scope, project_id);
  const place = { project: { id: project_id }, user: scope.user };
  const id = await store.insertApplication(tx, scope, project_id, sent);
  if (id) await writeEvent(tx, place, { id }, 'applied');
  else {
    const known = await lockApplication(tx, place, { user_id: scope.user.id });
    if (!known) throw applicationErrors.supplier_not_found();
    planDeed({ state: known.status, role: known.role }, 'apply');
    await store.renewApplication(tx, project_id, known, sent);
    await writeEvent(tx, place, known, 'applied');
  }
  if (link && !(await useJoinLink(tx, place, link.id))) throw joinLinkErrors.over({ path: 'link' });
  const mine = await findMine(tx, scope, { project_id });
  await tellLeaders(tx, app, { id: project_id, title }, { id: mine.id, who: scope.user.name }, 'applied');
  return showMine(app, mine);
}

/** @throws applications.not_found for somebody else's */
export async function findMine(
  tx: Tx,
  scope: UserScope,
  one: Parameters<typeof store.findMine>[2],
): Promise<store.StoredMine> {
  const mine = await store.findMine(tx, scope, one);
  if (!mine) throw applicationErrors.not_found();
  return mine;
}

/** Answers the project's id. @throws applications.not_found for somebody else's */
export async function withdrawApplication(
  tx: Tx,
  app: Services,
  scope: DropshippingScope,
  project: string,
  id: string,
): Promise<string> {
  const found = await store.findSupplier(tx, scope, project);
  const mine = found && (await store.findMine(tx, scope, { project_id: found.project_id }));
  if (!mine || mine.id !== id) throw applicationErrors.not_found();
  await enterSupplier(tx, scope, mine.project_id);
  const place = { project: { id: mine.project_id }, user: scope.user };
  const known = await lockApplication(tx, place, { id });
  if (!known) throw applicationErrors.not_found();
  planDeed({ state: known.status, role: known.role }, 'withdraw');
  await store.markWithdrawn(tx, mine.project_id, known);
  await writeEvent(tx, place, known, 'withdrawn');
  await tellLeaders(tx, app, { id: mine.project_id, title: mine.title }, { id, who: scope.user.name }, 'withdrawn');
  return mine.project_id;
}
