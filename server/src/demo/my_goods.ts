import { listDropshippingProducts } from '@lanka/domain/catalog/contract';
import { createUpload } from '@lanka/domain/files/contract';
import {
  addMyGoods,
  addMyPhoto,
  changeMyGoods,
  priceMyGoods,
  readMyGoods,
  updateMyGoods,
} from '@lanka/domain/my_goods/contract';
import { takeEarlier } from '../my_goods';
import { enterProjects } from '../projects';
import type { Person } from './caller';
import { draw } from './draw';
import { SHOES } from './goods/shoes';
import { TEXTILE } from './goods/textile';
import type { Stage } from './stage';

/** Of each supplier so many goods are his own. */
const CHOSEN = 20;

/** Some thirty goods that the demo's dropshipper sells under his own names and prices, some with news at the source. */
export async function addOwnGoods(stage: Stage, dropshipper: Person, projects: readonly string[]): Promise<void> {
  for (const [nth, project_id] of projects.entries()) {
    const query = { project_id, limit: CHOSEN, sort: 'name' };
    const { items } = await stage.call(dropshipper, listDropshippingProducts, { query });
    const body = { items: items.map(({ id }) => ({ project_id, product_id: id })) };
    const { ids } = await stage.call(dropshipper, addMyGoods, { body });
    const by_hand = ids.filter((_, i) => i % 3 === 0);
    await stage.call(dropshipper, changeMyGoods, { body: { ids: by_hand, sync: false } });
    await stage.call(dropshipper, changeMyGoods, { body: { ids: ids.slice(0, 5), add_tag: 'Instagram' } });
    const markup = { basis: 'purchase', percent: 6_500, fixed: 0, round_to: 1_000 } as const;
    await stage.call(dropshipper, priceMyGoods, { body: { ids: ids.slice(2, 9), markup } });
    for (const [i, { name }] of items.slice(0, 2).entries()) {
      const id = ids[i] ?? '';
      const { variants } = await stage.call(dropshipper, readMyGoods, { params: { id } });
      const own = variants.map(({ product_variant_id }, at) => ({
        product_variant_id,
        sku: `OS-${nth + 1}${i}-${at}`,
      }));
      const body = { own_name: `Хіт сезону: ${name}`, variants: own };
      await stage.call(dropshipper, updateMyGoods, { params: { id }, body });
      const drawing = [...TEXTILE, ...SHOES].find((one) => one.name === name)?.drawing ?? 'bag';
      for (const [at, colour] of ['лавандовий', 'гірчичний'].entries()) {
        const place = { params: { project_id }, body: { file_name: 'photo.jpg' } };
        const { file_name } = await stage.call(dropshipper, createUpload, place);
        await stage.app.storage.write(file_name, await draw(drawing, colour, at), 'image/jpeg');
        await stage.call(dropshipper, addMyPhoto, { params: { id }, body: { file_name } });
      }
    }
    await enterProjects(stage.tx, [project_id]);
    await takeEarlier(stage.tx, project_id, dropshipper.user_id);
  }
}
