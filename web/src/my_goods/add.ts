import type { DropshippingProduct } from '@lanka/domain/catalog/contract';
import { addMyGoods } from '@lanka/domain/my_goods/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../kit/http/call';
import { notifySuccess } from '../kit/overlay/notify';
import { currentLocale } from '../kit/text';
import { inPortions } from './portions';
import { text } from './text';

/** The chosen rows of the list of suppliers' goods. */
export async function addGoods(rows: readonly DropshippingProduct[], client: QueryClient): Promise<void> {
  const chosen = rows.map(({ project_id, id }) => ({ project_id, product_id: id }));
  const answers = await inPortions(client, chosen, (items) => call(addMyGoods, { body: { items } }));
  const added = answers.reduce((sum, answer) => sum + answer.added, 0);
  notifySuccess(text[currentLocale()].added(added));
}
