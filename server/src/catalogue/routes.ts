import * as contract from '@lanka/domain/catalogue/contract';
import { CATALOGUE_PLANS, seesCatalogue } from '@lanka/domain/catalogue/rules';
import { readUser } from '../identity';
import type { UserScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { keepAction } from '../operator';
import { enterProjects, logoUrl } from '../projects';
import { readDetails, refuse, setHidden, verify } from './decide';
import { listFactOrders } from './facts.store';
import { readDetailsOf } from './goods.store';
import { findGoods, listGoods } from './goods-list.store';
import { readListing, requestVerification, updateListing, withdrawVerification } from './listing';
import { insertComplaint, listComplaints, listListings, setComplaintStatus } from './operator.store';
import { listPages, openPublicPage } from './public-page';
import * as store from './suppliers.store';

/** Whom this person is not shown. @throws catalogue.plan_needed unless his plan opens the catalogue (specification §6) */
async function entered(tx: Tx, scope: UserScope): Promise<string[]> {
  const { subscription_plan } = await readUser(tx, scope);
  if (!seesCatalogue(subscription_plan)) throw contract.catalogueErrors.plan_needed({ plans: CATALOGUE_PLANS });
  return store.listBlocking(tx, scope);
}

async function found(tx: Tx, scope: UserScope, id: string) {
  const supplier = await store.readSupplier(tx, scope, id, await entered(tx, scope));
  if (!supplier) throw contract.catalogueErrors.not_found();
  return supplier;
}

const withLogo = async <T extends { readonly logo: string | null }>(app: Services, { logo, ...rest }: T) => ({
  ...rest,
  logo_url: await logoUrl(app, logo),
});

const withPicture = async <T extends { readonly picture: string | null }>(app: Services, { picture, ...rest }: T) => ({
  ...rest,
  picture_url: picture === null ? null : await app.storage.presignGet(picture),
});

/** A product with what its supplier shows of it; he is entered last, when nothing else is left to read. */
async function readGoods(tx: Tx, app: Services, scope: UserScope, id: string): Promise<contract.GoodsDetails> {
  const hidden = await entered(tx, scope);
  const goods = await findGoods(tx, scope, id, hidden);
  const supplier = goods && (await store.readSupplier(tx, scope, goods.supplier.id, hidden));
  if (!supplier) throw contract.catalogueErrors.product_not_found();
  await enterProjects(tx, [supplier.id]);
  const details = await readDetailsOf(tx, supplier.id, id);
  if (!details) throw contract.catalogueErrors.product_not_found();
  const { images, variants, ...words } = details;
  const { description: _, base_prices: __, ...card } = supplier;
  return {
    ...(await withPicture(app, goods)),
    ...words,
    supplier: await withLogo(app, card),
    images: await Promise.all(
      images.map(async ({ id: image, file_name, thumbnail }) => {
        const url = await app.storage.presignGet(file_name);
        return { id: image, url, thumbnail_url: thumbnail === null ? url : await app.storage.presignGet(thumbnail) };
      }),
    ),
    variants: await Promise.all(variants.map((one) => withPicture(app, one))),
  };
}

export const catalogueRoutes: Served[] = [
  serve(contract.readListing, ({ tx, app, scope }) => readListing(tx, app, scope)),
  serve(contract.updateListing, ({ tx, app, scope, body, if_match }) => updateListing(tx, app, scope, body, if_match)),
  serve(contract.requestVerification, ({ tx, app, scope }) => requestVerification(tx, app, scope)),
  serve(contract.withdrawVerification, ({ tx, app, scope }) => withdrawVerification(tx, app, scope)),
  serve(contract.listFactOrders, ({ tx, scope, query }) => listFactOrders(tx, scope, query)),

  serve(contract.listSuppliers, async ({ tx, app, scope, query }) => {
    const page = await store.listSuppliers(tx, scope, query, await entered(tx, scope));
    return { ...page, items: await Promise.all(page.items.map((one) => withLogo(app, one))) };
  }),
  serve(contract.listPlaces, async ({ tx, scope }) => {
    await entered(tx, scope);
    return store.listPlaces(tx, scope);
  }),
  serve(contract.readSupplier, async ({ tx, app, scope, params }) => withLogo(app, await found(tx, scope, params.id))),
  serve(contract.addFavourite, async ({ tx, scope, params }) => {
    const { id } = await found(tx, scope, params.id);
    await store.addFavourite(tx, scope, id);
  }),
  serve(contract.removeFavourite, async ({ tx, scope, params }) => {
    const { id } = await found(tx, scope, params.id);
    await store.removeFavourite(tx, scope, id);
  }),
  serve(contract.complain, async ({ tx, scope, params, body }) => {
    const { id } = await found(tx, scope, params.id);
    await insertComplaint(tx, scope, id, body.text);
  }),
  serve(contract.listGoods, async ({ tx, app, scope, query }) => {
    const page = await listGoods(tx, scope, query, await entered(tx, scope));
    return { ...page, items: await Promise.all(page.items.map((one) => withPicture(app, one))) };
  }),
  serve(contract.readGoods, ({ tx, app, scope, params }) => readGoods(tx, app, scope, params.id)),
  serve(contract.openPublicPage, ({ tx, app, params, locale }) => openPublicPage(tx, app, params.supplier, locale)),
  serve(contract.listPublicPages, ({ tx, app }) => listPages(tx, app)),

  serve(contract.listListings, ({ tx, scope, query }) => listListings(tx, scope, query)),
  serve(contract.readOperatorListing, ({ tx, app, scope, params }) => readDetails(tx, app, scope, params.id)),
  serve(contract.verifySupplier, ({ tx, app, scope, params }) => verify(tx, app, scope, params.id)),
  serve(contract.refuseSupplier, ({ tx, app, scope, params, body }) => refuse(tx, app, scope, params.id, body.reason)),
  serve(contract.hideSupplier, ({ tx, app, scope, params, body }) => setHidden(tx, app, scope, params.id, body.reason)),
  serve(contract.showSupplier, ({ tx, app, scope, params }) => setHidden(tx, app, scope, params.id, null)),
  serve(contract.listComplaints, ({ tx, scope, query }) => listComplaints(tx, scope, query)),
  serve(contract.decideComplaint, async ({ tx, scope, params, body }) => {
    const one = await setComplaintStatus(tx, scope, params.id, body.status);
    if (!one) throw contract.catalogueErrors.complaint_not_found();
    const deed = body.status === 'done' ? 'complaint_done' : 'complaint_reopened';
    if (one.changed) await keepAction(tx, scope, { deed, subject_id: params.id, subject: one.supplier });
  }),
];
