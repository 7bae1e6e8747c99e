import { catalogueErrors, type OperatorListingDetails } from '@lanka/domain/catalogue/contract';
import { missingOf } from '@lanka/domain/catalogue/rules';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { fromPlatform } from '../kit/mail/caps';
import { type LetterKind, letterKind } from '../kit/mail/letters';
import type { Services } from '../kit/services';
import { keepAction } from '../operator';
import { enterProjects, logoUrl } from '../projects';
import { relist } from './copy';
import { moveFrom, refuseIncomplete } from './listing';
import * as store from './listings.store';
import { countComplaints } from './operator.store';

interface Told {
  readonly project: string;
  readonly reason: string;
}
const sample: Told = { project: 'Карпатський текстиль', reason: 'Додайте справжні фото товарів.' };
const AT = '/cp/settings/catalogue';

const verified = letterKind<Told>('catalogue.verified', {
  sample,
  ua: ({ project }) => ({
    subject: `Проєкт «${project}» перевірено`,
    paragraphs: [
      'Вітаємо.',
      `Ми перевірили проєкт «${project}». Відтепер він стоїть у каталозі постачальників, щойно ви вмикаєте його показ у налаштуваннях.`,
    ],
    button: 'Відкрити налаштування каталогу',
  }),
  en: ({ project }) => ({
    subject: `The project “${project}” is verified`,
    paragraphs: [
      'Hello.',
      `We have verified the project “${project}”. It stands in the catalogue of suppliers as soon as its settings show it there.`,
    ],
    button: 'Open the settings of the catalogue',
  }),
});

const refused = letterKind<Told>('catalogue.refused', {
  sample,
  ua: ({ project, reason }) => ({
    subject: `Проєкт «${project}» поки не перевірено`,
    paragraphs: [
      'Вітаємо.',
      `Ми переглянули проєкт «${project}» і поки не можемо його підтвердити.`,
      reason,
      'Виправте це й надішліть запит ще раз.',
    ],
    button: 'Відкрити налаштування каталогу',
  }),
  en: ({ project, reason }) => ({
    subject: `The project “${project}” is not verified yet`,
    paragraphs: [
      'Hello.',
      `We have looked at the project “${project}” and cannot verify it yet.`,
      reason,
      'Mend this and ask again.',
    ],
    button: 'Open the settings of the catalogue',
  }),
});

const hiddenLetter = letterKind<Told>('catalogue.hidden', {
  sample,
  ua: ({ project, reason }) => ({
    subject: `Проєкт «${project}» прибрано з каталогу`,
    paragraphs: [
      'Вітаємо.',
      `Ми прибрали проєкт «${project}» з каталогу постачальників. Ваші замовлення й дропшипери лишаються.`,
      reason,
    ],
    button: 'Відкрити налаштування каталогу',
  }),
  en: ({ project, reason }) => ({
    subject: `The project “${project}” was taken out of the catalogue`,
    paragraphs: [
      'Hello.',
      `We have taken the project “${project}” out of the catalogue of suppliers. Your orders and dropshippers stay.`,
      reason,
    ],
    button: 'Open the settings of the catalogue',
  }),
});

const shown = letterKind<Told>('catalogue.shown', {
  sample,
  ua: ({ project }) => ({
    subject: `Проєкт «${project}» знову в каталозі`,
    paragraphs: ['Вітаємо.', `Ми повернули проєкт «${project}» до каталогу постачальників.`],
    button: 'Відкрити налаштування каталогу',
  }),
  en: ({ project }) => ({
    subject: `The project “${project}” is in the catalogue again`,
    paragraphs: ['Hello.', `We have taken the project “${project}” into the catalogue of suppliers again.`],
    button: 'Open the settings of the catalogue',
  }),
});

type Deed = 'supplier_verified' | 'supplier_refused' | 'supplier_hidden' | 'supplier_shown';

/** What an operator's decision does beside the listing itself: the catalogue follows, the deed is kept, the owner is told. */
async function conclude(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  id: string,
  { deed, letter, reason = '' }: { deed: Deed; letter: LetterKind<Told>; reason?: string },
): Promise<OperatorListingDetails> {
  await relist(tx, app, id);
  const details = await readDetails(tx, app, scope, id);
  const owner = await store.readOwner(tx, id);
  if (owner) {
    const told = letter.to(owner, { project: details.title, reason }, `${app.config.publicUrl}${AT}`);
    await app.mail.postWithinCaps(tx, told, fromPlatform('catalogue', owner.email));
  }
  await keepAction(tx, scope, { deed, subject_id: id, subject: details.title, note: reason });
  return details;
}

const now = (): string => new Date().toISOString();

/**
 * @throws catalogue.not_now when it does not wait for a decision: two operators cannot decide it both;
 * catalogue.incomplete with each thing that is missing
 */
export async function verify(tx: Tx, app: Services, scope: StaffScope, id: string): Promise<OperatorListingDetails> {
  const verification = await moveFrom(tx, id, 'verify');
  await enterProjects(tx, [id]);
  // what was there with the request may be gone by now
  await refuseIncomplete(tx, id);
  await store.saveListing(tx, id, { verification, refusal: '', decided_at: now() });
  return conclude(tx, app, scope, id, { deed: 'supplier_verified', letter: verified });
}

export async function refuse(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  id: string,
  reason: string,
): Promise<OperatorListingDetails> {
  const verification = await moveFrom(tx, id, 'refuse');
  await store.saveListing(tx, id, { verification, refusal: reason, decided_at: now() });
  return conclude(tx, app, scope, id, { deed: 'supplier_refused', letter: refused, reason });
}

/** With a reason: out of the catalogue; without one: in it again. Nothing is done twice. */
export async function setHidden(
  tx: Tx,
  app: Services,
  scope: StaffScope,
  id: string,
  reason: string | null,
): Promise<OperatorListingDetails> {
  const row = await store.lockListing(tx, id);
  if (!row || row.deleted) throw catalogueErrors.not_found();
  if (row.hidden === (reason !== null)) return readDetails(tx, app, scope, id);
  await store.saveListing(tx, id, { hidden_at: reason === null ? null : now(), hidden_reason: reason ?? '' });
  return conclude(
    tx,
    app,
    scope,
    id,
    reason === null
      ? { deed: 'supplier_shown', letter: shown }
      : { deed: 'supplier_hidden', letter: hiddenLetter, reason },
  );
}

/** What the operator looks at before he decides. Of the project it enters nothing but what the checklist shows leaves. */
export async function readDetails(
  tx: Tx,
  app: Pick<Services, 'storage'>,
  scope: StaffScope,
  id: string,
): Promise<OperatorListingDetails> {
  const row = await store.readListing(tx, id);
  if (!row) throw catalogueErrors.not_found();
  await enterProjects(tx, [id]);
  const showcase = await store.readShowcase(tx, id);
  const { friendly_id, title, category, verification, visible, hidden, listed, requested_at, decided_at } = row;
  const { description, delivery, delivery_time, returns, minimum_order, region_restriction, city, region, goods } =
    showcase;
  return {
    ...{ id, friendly_id, title, category, verification, visible, hidden, listed, requested_at, decided_at },
    ...{ refusal: row.refusal, hidden_reason: row.hidden_reason },
    open_complaints: await countComplaints(tx, scope, id),
    missing: missingOf(showcase),
    logo_url: await logoUrl(app, showcase.logo_url),
    ...{ description, delivery, delivery_time, returns, minimum_order, region_restriction, city, region, goods },
  };
}
