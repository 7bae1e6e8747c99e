import type { DropshippingProduct } from '@lanka/domain/catalog/contract';
import { addMyGoods, MAX_AT_ONCE } from '@lanka/domain/my_goods/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../kit/http/call';
import { refreshTopics } from '../kit/http/query';
import { notifySuccess } from '../kit/overlay/notify';
import { currentLocale } from '../kit/text';
import { text } from './text';

/** The chosen rows of the list of suppliers' goods. */
export async function addGoods(rows: readonly DropshippingProduct[], client: QueryClient): Promise<void> {
  let added = 0;
  for (let at = 0; at < rows.length; at += MAX_AT_ONCE) {
    const items = rows.slice(at, at + MAX_AT_ONCE).map(({ project_id, id }) => ({ project_id, product_id: id }));
    added += (await call(addMyGoods, { body: { items } })).added;
  }
  await refreshTopics(client, addMyGoods.changes ?? []);
  notifySuccess(text[currentLocale()].added(added));
}
