import { listProducts } from '@lanka/domain/catalog/contract';
import { createNews, markMyNews, publishNews, saveNewsSettings } from '@lanka/domain/news/contract';
import { publishedLately } from '../news';
import type { Person } from './caller';
import type { Stage } from './stage';

interface Written {
  readonly title: string;
  readonly body: string;
  /** How many goods it names. */
  readonly goods?: number;
  /** Published so long ago; else it is a draft. */
  readonly hours?: number;
  readonly read?: true;
}

const TEXTILE: readonly Written[] = [
  {
    title: 'Нові ціни з понеділка',
    body: 'З понеділка льон подорожчає на **5–7 %**: фабрика підняла ціну тканини.\n\nЗамовлення, які вже оформлено, перераховувати не будемо.',
    ...{ hours: 76, read: true },
  },
  {
    title: 'Відпочиваємо 24 та 25 грудня',
    body: '## Графік на свята\n\n- 23 грудня – останнє відправлення\n- 24–25 грудня склад зачинено\n- з 26 грудня працюємо як завжди\n\nЗамовлення приймаємо щодня.',
    hours: 20,
  },
  { title: 'Повернулися рушники', body: 'Щойно прийшла партія, фото оновили.', goods: 3, hours: 3 },
  { title: 'Новорічна добірка', body: 'Що найкраще продається перед святами: …', goods: 2 },
];
const SHOES: readonly Written[] = [
  {
    title: 'Зимові моделі вже на складі',
    body: 'Розміри від 36 до 45. Хутро натуральне, підошва не ковзає.',
    ...{ goods: 2, hours: 7 },
  },
];

/** What suppliers tell: read, unread, a draft; and what changes of goods writes itself as a draft on Mondays. */
export async function addNews(
  stage: Stage,
  cast: Readonly<Record<'supplier' | 'shoemaker' | 'dropshipper', Person>>,
  textile: string,
  shoes: string,
): Promise<void> {
  await write(stage, cast.supplier, cast.dropshipper, textile, TEXTILE);
  await write(stage, cast.shoemaker, cast.dropshipper, shoes, SHOES);
  const kinds = ['new' as const, 'price' as const, 'came_back' as const];
  await stage.call(cast.supplier, saveNewsSettings, {
    params: { project_id: textile },
    body: { rhythm: 'weekly', publishes: false, kinds },
  });
}

async function write(stage: Stage, owner: Person, reader: Person, project_id: string, items: readonly Written[]) {
  const params = { project_id };
  const { items: found } = await stage.call(owner, listProducts, { params, query: { limit: 5 } });
  for (const { title, body, goods = 0, hours, read } of items) {
    const product_ids = found.slice(0, goods).map(({ id }) => id);
    const { id } = await stage.call(owner, createNews, { params, body: { title, body, product_ids } });
    if (hours === undefined) continue;
    await stage.call(owner, publishNews, { params: { project_id, id }, body: {} });
    await publishedLately(stage.tx, project_id, id, hours);
    if (read) await stage.call(reader, markMyNews, { params: { project_id, id } });
  }
}
