import { acquiringErrors, type CardPayment } from '@lanka/domain/acquiring/contract';
import { isUnderWay, mayServe, VALID_SECONDS } from '@lanka/domain/acquiring/rules';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import * as client from './client';
import { isPausedFor, merchantOf } from './connection';
import { findConnection, findKey, type StoredConnection, saveKey } from './connections.store';
import { giveUpPage, lookAt } from './due';
import * as store from './payments.store';
import { hearRefusal } from './work';

/** What somebody wants to pay by card. */
export interface CardWish {
  /** Whose row it is: the project, or a dropshipper’s workspace by his id. The transaction has entered it. */
  readonly tenant: string;
  /** By whose token. */
  readonly owner: 'project' | 'platform';
  /** What it is for; who answers `cardPaymentKinds` of this kind hears of it. There is one open page for it at a time. */
  readonly ref: { readonly kind: string; readonly id: string };
  readonly amount: number;
  /** What the payer reads at the bank. */
  readonly destination: string;
  /** Where the bank leads him back to, a path of ours: it says «checking», never «paid». */
  return_path(id: string): string;
  /** Whether a page of this sum that is there already serves this payer too; every one does unless told. */
  serves?(tx: Tx, id: string): Promise<boolean>;
}

const doesServe = async (tx: Tx, wish: CardWish, page: store.StoredPayment): Promise<boolean> =>
  mayServe(page, wish.amount, Date.now()) && ((await wish.serves?.(tx, page.id)) ?? true);

/** What `startCardPayment` writes down: a page of the bank that nobody has seen yet, or one that is there already. */
export type CardPage =
  | { readonly known: string }
  | {
      readonly known?: undefined;
      readonly id: string;
      readonly merchant: string;
      readonly invoice_id: string;
      readonly page_url: string;
    };

/**
 * Has the bank make a page, outside of any transaction: the first half of beginning to pay. What is made and then not
 * written down nobody can pay, because nobody has its address; so it may be asked again.
 * @param read a transaction that reads, in the tenant
 * @throws acquiring.not_connected, acquiring.unavailable, acquiring.token_wrong, acquiring.refused, acquiring.under_way
 */
export async function askCardPage(
  app: Services,
  wish: CardWish,
  read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<CardPage> {
  const { open, serves, connection, isPaused } = await read(async (tx) => {
    const open = await store.findOpen(tx, wish.tenant, wish.ref);
    return {
      ...{ open, serves: open !== null && (await doesServe(tx, wish, open)) },
      connection: wish.owner === 'project' ? await findConnection(tx, wish.tenant) : null,
      isPaused: await isPausedFor(tx, wish.owner, wish.tenant),
    };
  });
  if (isPaused) throw acquiringErrors.not_connected();
  if (open && serves) return { known: open.id };
  const merchant = await merchantOf(app, wish.owner, connection);
  if (!merchant) throw acquiringErrors.not_connected();
  // whoever pays another sum now must not have paid the one before
  if (open && isUnderWay(open, Date.now())) throw acquiringErrors.under_way();
  const id = newId();
  try {
    await knowKey(app, merchant);
    const { invoiceId, pageUrl } = await client.createInvoice(app, merchant, {
      ...{ id, amount: wish.amount, destination: wish.destination },
      return_url: `${app.config.publicUrl}${wish.return_path(id)}`,
      hook_url: `${app.config.publicUrl}/api/acquiring/hooks/${wish.tenant}/${id}`,
    });
    return { id, merchant: merchant.merchant, invoice_id: invoiceId, page_url: pageUrl };
  } catch (error) {
    throw (await noToken(app, connection, error)) ?? client.told(error);
  }
}

/** That the bank takes the token no more is for the supplier to hear; whoever pays cannot enter another one. */
async function noToken(app: Services, connection: StoredConnection | null, error: unknown) {
  if (!connection || !client.isTokenWrong(error)) return null;
  await hearRefusal(app, connection);
  return acquiringErrors.not_connected();
}

/** What the bank calls back is checked by its key: it is here before anything comes. */
async function knowKey(app: Services, merchant: client.Merchant): Promise<void> {
  const known = await app.db.transaction({ readOnly: true }, (tx) => findKey(tx, merchant.merchant));
  if (known) return;
  const key = await client.readPublicKey(app, merchant);
  await app.db.transaction({}, (tx) => saveKey(tx, merchant.merchant, key));
}

const WORDS = 300;

/**
 * Writes the page down: the second half, in the transaction of the slice that asks. Of two who have begun together both
 * get the first one’s page, if it is of the same sum; a page of another sum is given up, and removed at the bank. What is
 * left to pay is read behind `lockCardCause`.
 */
export async function startCardPayment(
  tx: Tx,
  app: Services,
  wish: CardWish,
  page: CardPage,
  by: { readonly id: string } | null,
): Promise<CardPayment> {
  const { tenant, ref, owner } = wish;
  const { found, declined } = await store.lockCause(tx, tenant, ref);
  // somebody could go back to it and pay there as well
  for (const one of declined) await giveUpPage(tx, app, one);
  if (found && (await doesServe(tx, wish, found))) {
    if (page.known === undefined) await insertGivenUp(tx, app, wish, page, by);
    return store.asCardPayment(found);
  }
  // it was paid, or another has begun meanwhile: whoever pays looks again at what is left to pay
  if (page.known !== undefined || (found && isUnderWay(found, Date.now()))) throw acquiringErrors.under_way();
  if (found) await giveUpPage(tx, app, found);
  const made = await store.insertCardPayment(tx, { ...rowOf(wish, page, by), state: 'open', owner });
  await lookAt(tx, app, tenant, made.id, new Date(Date.now() + 60_000));
  return store.asCardPayment(made);
}

type NewPage = Exclude<CardPage, { known: string }>;

const rowOf = (
  { tenant, ref, amount, destination, owner }: CardWish,
  page: NewPage,
  by: { readonly id: string } | null,
) => ({
  ...{ project_id: tenant, id: page.id, owner, ref_kind: ref.kind, ref_id: ref.id, amount },
  ...{ destination: destination.slice(0, WORDS), merchant: page.merchant },
  ...{ invoice_id: page.invoice_id, page_url: page.page_url, created_by: by?.id ?? null },
  expires_at: new Date(Date.now() + VALID_SECONDS * 1_000).toISOString(),
});

/** Somebody else’s page serves: ours is removed at the bank. */
async function insertGivenUp(
  tx: Tx,
  app: Services,
  wish: CardWish,
  page: NewPage,
  by: { readonly id: string } | null,
): Promise<void> {
  const made = await store.insertCardPayment(tx, { ...rowOf(wish, page, by), state: 'canceled' });
  await lookAt(tx, app, wish.tenant, made.id, new Date());
}
