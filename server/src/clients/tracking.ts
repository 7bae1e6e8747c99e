import { randomBytes } from 'node:crypto';
import type { TrackingLink } from '@lanka/domain/clients/tracking';
import type { Locale } from '@lanka/domain/kit/errors';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { toInstant } from '../kit/db/paging';
import type { FileAnswer } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { enterProjects } from '../projects';
import { ownOrder, refuseForeign } from './of-order';
import * as store from './tracking.store';
import { noTrackingPage, trackingPage } from './tracking-page';

type App = Pick<Services, 'config' | 'storage'>;

const urlOf = ({ config }: Pick<App, 'config'>, token: string): string => `${config.publicUrl}/track/${token}`;

/** Whose customer it is, sells to him and has the link. @throws orders.not_found */
export async function readTrackingLink(tx: Tx, app: App, scope: ProjectScope, id: string): Promise<TrackingLink> {
  const { own } = await ownOrder(tx, scope, id);
  const link = own ? await store.findLink(tx, scope, id) : null;
  return {
    own,
    url: link && urlOf(app, link.token),
    show_sum: link?.show_sum ?? false,
    created_at: link && toInstant(link.created_at),
  };
}

/** @throws orders.not_found, clients.not_yours */
export async function makeTrackingLink(
  tx: Tx,
  app: App,
  scope: ProjectScope,
  id: string,
  { show_sum, renew = false }: { readonly show_sum?: boolean | undefined; readonly renew?: boolean | undefined },
): Promise<TrackingLink> {
  await refuseForeign(tx, scope, id);
  // nobody guesses 192 bits
  const token = randomBytes(24).toString('base64url');
  const link = await store.saveLink(tx, scope, id, token, { show_sum, renew });
  return {
    own: true,
    url: urlOf(app, link.token),
    show_sum: link.show_sum,
    created_at: toInstant(link.created_at),
  };
}

/** The page for whoever has the link. Who has a wrong one learns nothing, not even that there was an order. */
export async function openTracking(tx: Tx, app: App, token: string, locale: Locale): Promise<FileAnswer> {
  const page = { content_type: 'text/html; charset=utf-8', file_name: 'order.html', inline: true } as const;
  const none: FileAnswer = { ...page, stream: noTrackingPage(locale), status: 404 };
  const link = await store.openLink(tx, token);
  if (!link) return none;
  await enterProjects(tx, [link.project_id]);
  const order = await store.readTracked(tx, link.project_id, link.order_id);
  if (!order) return none;
  const items = await Promise.all(
    order.items.map(async ({ thumbnail, ...item }) => ({
      ...item,
      picture_url: thumbnail === null ? null : await app.storage.presignGet(thumbnail),
    })),
  );
  const sum = link.show_sum ? Number(order.customer_sum) : null;
  return {
    ...page,
    stream: trackingPage(locale, { ...order, items, sum, to_pay: order.to_pay === null ? null : Number(order.to_pay) }),
  };
}
