import * as catalogue from '@lanka/domain/catalogue/contract';
import { createUpload } from '@lanka/domain/files/contract';
import { makeIban } from '@lanka/domain/kit/iban';
import { createPaymentDetails, updateAddress, updateProject } from '@lanka/domain/projects/contract';
import type { z } from 'zod';
import { copyInto } from '../catalogue';
import { enterProjects } from '../projects';
import type { Person } from './caller';
import { type Drawing, draw } from './draw';
import type { Good } from './goods/good';
import { CANDLES, OAK, POTTERY, SOAP } from './goods/makers';
import { ageGoods, ageListing } from './months.store';
import { drawGoods, fillShelves, hangPictures } from './shelves';
import { morning, type Stage } from './stage';

/** A project and whose it is. */
export interface Place {
  readonly project_id: string;
  readonly owner: Person;
}

interface Shown {
  /** When the operator verified it, so many days ago. */
  readonly since: number;
  readonly drawing: Drawing;
  readonly city: string;
  readonly region: string;
  readonly minimum_order_sum: number;
  /** What its catalogue page says, where the project does not say it yet. */
  readonly words?: z.infer<typeof updateProject.body>['project'];
  /** What it begins to sell only now, and where that is paid for. */
  readonly goods?: readonly Good[];
  readonly recipient_name?: string;
  /** A page that search engines find. */
  readonly public_page?: boolean;
  /** It waits for the operator's decision; otherwise he has verified it. */
  readonly waits?: boolean;
  /** What a dropshipper told the operator of it. */
  readonly complaint?: string;
  /** Why the operator took it out of the catalogue again. */
  readonly hidden?: string;
}

const WORDS = {
  delivery: 'Нова пошта та Укрпошта за рахунок покупця. Відправляємо щодня до 16:00.',
  delivery_time: '1–3 дні по Україні',
  returns: 'Обмін і повернення протягом 14 днів, якщо товар не носили.',
  catalogue_visible: true,
};

/** How each project of the demo stands in the catalogue. */
const SHOWN = {
  textile: {
    ...{
      since: 30,
      drawing: 'dress',
      city: 'Львів',
      region: 'Львівська область',
      minimum_order_sum: 0,
      public_page: true,
    },
    words: {
      ...WORDS,
      minimum_order: 'Від однієї речі',
      description:
        '## Шиємо у Львові з 2014 року\n\nСукні, сорочки, домашній текстиль із **льону та бавовни**. Власний цех, фото кожного кольору, рекомендовані ціни тримаємо пів року.',
    },
  },
  shoes: {
    ...{ since: 27, drawing: 'boot', city: 'Косів', region: 'Івано-Франківська область', minimum_order_sum: 200_000 },
    words: {
      ...WORDS,
      minimum_order: 'Від 2 пар',
      description:
        '## Взуття з натуральної шкіри\n\nНевелика майстерня в Карпатах: *чоботи, туфлі, сандалі*. Шиємо під замовлення за тиждень.',
    },
  },
  pottery: {
    ...{
      since: 20,
      drawing: 'mug',
      city: 'Опішня',
      region: 'Полтавська область',
      minimum_order_sum: 0,
      public_page: true,
    },
    ...{ goods: POTTERY, recipient_name: 'ФОП Гончар Марта Петрівна' },
  },
  candles: {
    ...{ since: 2, drawing: 'candle', city: 'Київ', region: 'Київ', minimum_order_sum: 50_000, waits: true },
    ...{ goods: CANDLES, recipient_name: 'ФОП Лис Софія Андріївна' },
  },
  oak: {
    ...{ since: 15, drawing: 'shelf', city: 'Вишгород', region: 'Київська область', minimum_order_sum: 0 },
    ...{ goods: OAK, recipient_name: 'ФОП Дуб Петро Васильович' },
    complaint:
      'Три замовлення поспіль не відправлено: полиця дубова, підставка під книги та дошка кухонна. Тиждень обіцяли «завтра», потім перестали відповідати на дзвінки й повідомлення. Покупцям повернув гроші зі свого, передоплату постачальник мені не повернув.',
    hidden: 'Двоє дропшиперів написали, що замовлення не відправляють другий тиждень. Повернемо, щойно вони поїдуть.',
  },
  soap: {
    ...{
      since: 8,
      drawing: 'soap',
      city: 'Полтава',
      region: 'Полтавська область',
      minimum_order_sum: 30_000,
      public_page: true,
    },
    ...{ goods: SOAP, recipient_name: 'ФОП Лугова Ганна Іванівна' },
  },
} as const satisfies Record<string, Shown>;

export type Listed = keyof typeof SHOWN;

/** Suppliers fill in what the catalogue shows and ask for verification, and the operator decides. */
export async function addToCatalogue(
  stage: Stage,
  cast: Cast,
  places: Readonly<Record<Listed, Place>>,
  drawn: DrawnGoods,
): Promise<void> {
  const names = Object.keys(SHOWN) as Listed[];
  for (const name of names) await addGoods(stage, places[name], SHOWN[name], drawn.get(name));
  await hangPictures(stage);
  for (const name of names) await show(stage, cast, places[name], SHOWN[name]);
}

type Cast = Readonly<Record<'operator' | 'dropshipper', Person>>;

type DrawnGoods = ReadonlyMap<Listed, ReturnType<typeof drawGoods>>;

/** Pictures of what the small makers will show, begun beside what is told before. */
export function drawCatalogue(stage: Stage, makers: Readonly<Partial<Record<Listed, Place>>>): DrawnGoods {
  const drawn = new Map<Listed, ReturnType<typeof drawGoods>>();
  for (const [name, place] of Object.entries(makers) as [Listed, Place][]) {
    const { goods }: Shown = SHOWN[name];
    if (goods) drawn.set(name, drawGoods(stage, place.project_id, goods));
  }
  return drawn;
}

async function addGoods(
  stage: Stage,
  { project_id, owner }: Place,
  shown: Shown,
  pictures: ReturnType<typeof drawGoods> | undefined,
): Promise<void> {
  const { goods, since, drawing, recipient_name = '' } = shown;
  if (!goods) return;
  await fillShelves(stage, owner, project_id, goods, drawing.toUpperCase(), null, pictures);
  await enterProjects(stage.tx, [project_id]);
  await ageGoods(stage.tx, project_id, since);
  const paid = { recipient_name, account_number: makeIban('305299', '26001000007755'), main: true };
  await stage.call(owner, createPaymentDetails, { params: { project_id }, body: paid });
}

async function show(stage: Stage, cast: Cast, { project_id, owner }: Place, shown: Shown): Promise<void> {
  const { since, drawing, city, region, words, minimum_order_sum, public_page = false, waits } = shown;
  const { complaint, hidden } = shown;
  const params = { project_id };
  const at = new Date(morning(stage.now, since)).toISOString();
  const upload = await stage.call(owner, createUpload, { params, body: { file_name: 'logo.png' } });
  await stage.app.storage.write(upload.file_name, await draw(drawing, 'синій', 1), 'image/png');
  await stage.call(owner, updateProject, { params, body: { project: { ...words, logo: upload.file_name } } });
  await stage.call(owner, updateAddress, { params, body: { country: 'Україна', city, region } });
  await stage.call(owner, catalogue.updateListing, { params, body: { minimum_order_sum, public_page } });
  await stage.call(owner, catalogue.requestVerification, { params });
  if (waits) return;
  const one = { id: project_id };
  await stage.call(cast.operator, catalogue.verifySupplier, { params: one });
  // the jobs do the same a moment later; a start without them has something to show at once
  await ageListing(stage.tx, project_id, at);
  await enterProjects(stage.tx, [project_id]);
  await copyInto(stage.tx, project_id);
  if (complaint) await stage.call(cast.dropshipper, catalogue.complain, { params: one, body: { text: complaint } });
  if (hidden) await stage.call(cast.operator, catalogue.hideSupplier, { params: one, body: { reason: hidden } });
}
