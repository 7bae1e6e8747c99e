import { createColumn } from '@lanka/domain/catalog/columns';
import { updateMe } from '@lanka/domain/identity/contract';
import { kyivDate } from '@lanka/domain/kit/time';
import { handOutCodes, saveMarking } from '@lanka/domain/marking/contract';
import { type CreateTemplateBody, createLabelTemplate } from '@lanka/domain/marking/labels';
import { createCounterparty, inviteCounterparty } from '@lanka/domain/partners/contract';
import { acceptInvitation, inviteUser, updateProject } from '@lanka/domain/projects/contract';
import { createPromotion } from '@lanka/domain/promotions/contract';
import { endSessionsOf } from '../identity';
import type { Tx } from '../kit/db/db';
import type { Served } from '../kit/http/serve';
import type { Services } from '../kit/services';
import { deliverPortion, readUntil } from '../notices';
import { enterProjects, setListed } from '../projects';
import { addActs } from './acts';
import { addApiKeys } from './api_keys';
import { planApplications } from './applications';
import { addRules } from './automation';
import { addBills } from './bills';
import type { Person } from './caller';
import { addToCatalogue, drawCatalogue } from './catalogue';
import { addChanges } from './changes';
import { addClients } from './clients';
import { addRegisters } from './cod';
import { addTalk } from './comments';
import {
  choosePlans,
  countRows,
  keepPlans,
  lockLoading,
  readState,
  rememberDemo,
  settlePeople,
  spreadOverTime,
} from './demo.store';
import { addFeeds } from './feeds';
import { addTemplates } from './fields';
import { addDocumentFiles, addProductFiles } from './files';
import { FORMER, planFormer } from './former';
import { SHOES } from './goods/shoes';
import { TEXTILE } from './goods/textile';
import { addGroups } from './groups';
import { planCounting, planHoldings } from './holds';
import { addMonths, addPast, FIRST_DAY, type Regular } from './months';
import { addMutual, MAKERS_WHO_TRADE } from './mutual';
import { addOwnGoods } from './my_goods';
import { addNews } from './news';
import { addOffsets } from './offsets';
import { addOwnSite } from './own_site';
import { addPapers } from './papers';
import { planParcels } from './parcels';
import { planParts, planReservations } from './parts';
import * as people from './people';
import { beginPicking } from './picking';
import { addPriceLevels, type Levels } from './prices';
import { fillBasket, planPurchases, type Seller } from './purchases';
import { addReports } from './reports';
import { planReturns } from './returns';
import { addSettings } from './settings';
import { fillShelves, hangPictures } from './shelves';
import { SIGN_INS } from './sign-ins';
import { addSource } from './sources';
import { DAY, enter, hire, morning, openProject, openStage, orTakeAway, type Stage } from './stage';
import {
  type Buyer,
  type Happening,
  planEntry,
  planOrder,
  planPaidAhead,
  planReport,
  play,
  type Shown,
  type Trade,
} from './story';
import { planSupplies } from './supplies';
import { planTraders } from './traders';
import { addRequests, addVisits } from './visits';
import { planMaking } from './workshop';

/**
 * Loads the demo into an empty database and remembers that it is one, in a single transaction: a process that is
 * killed meanwhile leaves no row, and the next start loads anew. `kept`: the demo is there already; `not_empty`:
 * somebody's own data are. The routes are passed in, because the demo stands beside some of the slices that serve them.
 */
export async function loadDemoIfEmpty(
  app: Services,
  served: readonly Served[],
): Promise<'loaded' | 'not_empty' | 'kept'> {
  const before = await app.db.transaction({ readOnly: true }, readState);
  if (before.demo) return 'kept';
  if (!before.empty) return 'not_empty';
  const began = performance.now();
  const outcome = await app.db.transaction({ onlyOnce: true }, async (tx) => {
    await lockLoading(tx);
    const { demo, empty } = await readState(tx);
    if (demo) return 'kept';
    if (!empty) return 'not_empty';
    await keepPlans(tx);
    await load(app, served, tx);
    await rememberDemo(tx);
    return 'loaded';
  });
  if (outcome === 'loaded')
    app.log.info({ ms: Math.round(performance.now() - began) }, 'Демонстрацію завантажено / Demo data loaded');
  return outcome;
}

async function load(app: Services, served: readonly Served[], tx: Tx): Promise<void> {
  const stage = openStage(app, served, tx);
  await orTakeAway(stage, () => tell(stage));
}

async function tell(stage: Stage): Promise<void> {
  const cast = await enterAll(stage);
  // the projects are older than the weeks that are told of them
  stage.at(morning(stage.now, FIRST_DAY + 1));
  stage.at(morning(stage.now, 32));
  const textile = await openTextile(stage, cast);
  const shoes = await openShoes(stage, cast);
  const market = await planApplications(stage, cast, textile.project_id);
  const drawn = drawCatalogue(stage, market.makers);
  // applied to while they were in the catalogue; how each stands there now is told below
  for (const id of [textile.project_id, ...market.projects]) await setListed(stage.tx, id, true);
  const sellers = [textile.seller, shoes.seller];
  const bought = planPurchases(stage, sellers, cast.dropshipper);
  const traders = await planTraders(
    stage,
    { trade: shoes.seller.trade, owner: cast.shoemaker },
    { trade: textile.seller.trade, owner: cast.supplier },
  );
  const months = [textile, shoes, market, traders].flatMap(({ happenings }) => happenings);
  const ages = [
    await addMonths(stage, shoes.seller.trade, [...shoes.regulars, ...traders.regulars.first]),
    await addMonths(stage, textile.seller.trade, [...textile.regulars, ...traders.regulars.second]),
  ];
  await countRows(stage.tx);
  await play(stage, [...months, ...bought]);
  await hangPictures(stage);
  await countRows(stage.tx);
  await addProductFiles(stage, cast.supplier, textile.project_id);
  await addDocumentFiles(stage, cast.supplier, textile.project_id);
  await beginPicking(stage, cast.stockman, textile.project_id);
  await addClients(stage, cast.manager, cast.dropshipper, textile.project_id);
  await settlePeople(stage.tx, cast.operator.user_id);
  // the others sell on the plan that costs nothing
  const paying = traders.people.filter((_, nth) => nth % 3 === 0);
  await choosePlans(
    stage.tx,
    {
      projects: {
        [textile.project_id]: 'manufacturer-premium-monthly',
        [shoes.project_id]: 'manufacturer-standard-monthly',
      },
      users: {
        [cast.dropshipper.user_id]: 'dropshipper-standard-monthly',
        [cast.former.user_id]: 'dropshipper-standard-monthly',
        ...Object.fromEntries(paying.map(({ user_id }) => [user_id, 'dropshipper-standard-monthly' as const])),
      },
    },
    new Date(morning(stage.now, 31)).toISOString(),
  );
  const projects = [textile.project_id, shoes.project_id, ...market.projects];
  for (const { trade } of [shoes.seller, textile.seller])
    await addPast(
      stage,
      trade,
      traders.past.filter((one) => one.trade === trade),
    );
  // his own workspace has the days of his purchases
  const tenants = [...projects, cast.dropshipper.user_id];
  await spreadOverTime(stage.tx, tenants, stage.marks, stage.processed);
  await enterProjects(stage.tx, projects);
  for (const age of ages) await age();
  const dropshippers = [cast.dropshipper, cast.former, ...market.people, ...paying].map(({ user_id }) => user_id);
  await addBills(stage, projects, [...new Set(dropshippers)]);
  await addVisits(stage.tx, kyivDate(new Date(stage.now)));
  await addRequests(stage.tx, new Date(stage.now));
  await addChanges(stage, cast.dropshipper, [textile.project_id, shoes.project_id]);
  // goods have got their days; what the catalogue shows of them is copied with these
  const places = {
    textile: { project_id: textile.project_id, owner: cast.supplier },
    shoes: { project_id: shoes.project_id, owner: cast.shoemaker },
    ...market.makers,
  };
  await addToCatalogue(stage, cast, places, drawn);
  await addMutual(
    stage,
    { ...MAKERS_WHO_TRADE.pottery, ...market.makers.pottery },
    { ...MAKERS_WHO_TRADE.candles, ...market.makers.candles },
  );
  await addActs(stage, cast, textile.project_id, shoes.project_id);
  await addOffsets(stage, cast, textile.project_id);
  await addRegisters(stage, cast.manager, textile.project_id, 'Оксана Шевчук');
  await addPapers(stage, cast, textile.project_id);
  await addRules(stage, cast.supplier, textile.project_id);
  await addApiKeys(stage, cast.supplier, textile.project_id);
  await addOwnSite(stage, cast.supplier, cast.manager, textile.project_id);
  await addFeeds(stage, cast.supplier, cast.dropshipper, textile.project_id);
  await fillBasket(stage, sellers, cast.dropshipper);
  await addNews(stage, cast, textile.project_id, shoes.project_id);
  await addSource(
    stage,
    { project_id: textile.project_id, owner: cast.supplier },
    { project_id: shoes.project_id, owner: cast.shoemaker },
  );
  await addOwnGoods(stage, cast.dropshipper, [textile.project_id, shoes.project_id]);
  await addTalk(stage, cast.supplier, cast.manager, textile.project_id);
  await addReports(stage, cast.supplier, cast.manager, textile.project_id);
  await enterProjects(stage.tx, projects);
  // nobody has connected the bot yet
  const { bot: _bot, ...config } = stage.app.config;
  for (const id of projects) {
    while ((await deliverPortion(stage.tx, { ...stage.app, config }, id)).taken > 0);
    await readUntil(stage.tx, id, new Date(stage.now - DAY));
  }
  for (const { user_id } of [...Object.values(cast), ...market.people, ...traders.people])
    await endSessionsOf(stage.tx, user_id);
}

type Cast = Record<
  'supplier' | 'manager' | 'dropshipper' | 'operator' | 'stockman' | 'producer' | 'shoemaker' | 'former',
  Person
>;

async function enterAll(stage: Stage): Promise<Cast> {
  const [supplier, manager, dropshipper, operator] = SIGN_INS.map(({ email, name }) => ({ email, name }));
  const as = (one: { email: string; name: string } | undefined, phone: string) =>
    enter(stage, one?.email ?? '', one?.name ?? '', phone);
  const cast = {
    supplier: await as(supplier, '380670001001'),
    manager: await as(manager, '380500001002'),
    dropshipper: await as(dropshipper, '380670001122'),
    operator: await as(operator, '380630001004'),
    stockman: await as({ email: 'stockman@demo.lanka.test', name: 'Степан Гринь' }, '380960001005'),
    producer: await as({ email: 'producer@demo.lanka.test', name: 'Галина Бондар' }, '380960001007'),
    shoemaker: await as({ email: 'shoes@demo.lanka.test', name: 'Василь Гуцуляк' }, '380730001006'),
    former: await as(FORMER, FORMER.phone),
  };
  await stage.call(cast.dropshipper, updateMe, {
    body: {
      drop_legal_type: 'ФОП',
      drop_legal_name: 'ФОП Шевчук Оксана Ігорівна',
      edropoy_code: people.DROPSHIPPER_CODE,
      iban: people.DROPSHIPPER_IBAN,
    },
  });
  return cast;
}

interface Opened {
  readonly project_id: string;
  /** With the demo's dropshipper. */
  readonly seller: Seller;
  /** Who bought in the months before, beside the dropshippers of the market. */
  readonly regulars: readonly Regular[];
  readonly happenings: Happening[];
}

async function addPartner(
  stage: Stage,
  owner: Person,
  project_id: string,
  partner: people.Partner,
  levels?: Levels,
): Promise<string> {
  const { key: _key, level, ...body } = partner;
  const price_level_id = (level && levels?.get(level)) ?? null;
  return (await stage.call(owner, createCounterparty, { params: { project_id }, body: { ...body, price_level_id } }))
    .id;
}

async function openTextile(stage: Stage, cast: Cast): Promise<Opened> {
  const { supplier, manager, dropshipper } = cast;
  const project_id = await openProject(
    stage,
    supplier,
    {
      legal_type: 'ТОВ',
      legal_name: 'ТОВ «Текстиль-Плюс»',
      contact_person: 'Олена Коваленко',
      edropoy_code: people.COMPANY_CODE,
      title: 'Текстиль-Плюс',
      category: 'Одяг',
    },
    [people.COMPANY_IBAN, people.COMPANY_SECOND_IBAN],
  );
  const params = { project_id };
  await stage.call(supplier, updateProject, { params, body: { project: { phone: '0670001001' } } });
  await hire(stage, supplier, project_id, 'manager@demo.lanka.test', 'Manager');
  await hire(stage, supplier, project_id, 'stockman@demo.lanka.test', 'Stockman');
  await hire(stage, supplier, project_id, 'producer@demo.lanka.test', 'Producer');
  const levels = await addPriceLevels(stage, supplier, project_id);
  const ids = new Map<string, string>();
  for (const partner of people.PARTNERS)
    ids.set(partner.key, await addPartner(stage, supplier, project_id, partner, levels));
  const id = (key: string): string => ids.get(key) ?? '';
  await letIn(stage, supplier, project_id, id('dropshipper'), 'dropshipper@demo.lanka.test');
  await addGroups(stage, supplier, project_id, id);
  await addPromotions(stage, supplier, project_id, [id('wholesale'), id('hotel')]);
  await addTemplates(stage, supplier, project_id);
  await addSettings(stage, supplier, project_id);
  const shelves = await fillShelves(stage, supplier, project_id, TEXTILE, 'TP', levels);
  await addMarking(stage, supplier, project_id);

  const trade: Trade = { project_id, staff: manager, shelves, debts: new Map(), site: new Map(), wraps: true };
  const own: Buyer & { person: Person } = {
    counterparty_id: id('dropshipper'),
    person: dropshipper,
    pieces: [1, 2],
    promo_code: 'ЗАТИШОК10',
  };
  const others: Buyer[] = [
    { counterparty_id: id('shop'), pieces: [1, 4] },
    { counterparty_id: id('wholesale'), pieces: [4, 12] },
    { counterparty_id: id('hotel'), pieces: [3, 10] },
    { counterparty_id: id('market'), pieces: [2, 6] },
  ];
  const happenings = ORDERS.flatMap(([status, count]) =>
    Array.from({ length: count }, (_, nth) =>
      planOrder(stage, trade, nth % 5 < 3 ? own : stage.random.one(others), status),
    ).flat(),
  );
  happenings.push(...planReturns(stage, trade, own), ...planParcels(stage, trade));
  happenings.push(...planParts(stage, trade, own), ...planReservations(stage, trade, own));
  happenings.push(
    ...planMoney(stage, trade, own, id),
    ...planMaking(stage, trade, supplier, cast.producer),
    ...planSupplies(stage, trade, supplier, id),
    ...planHoldings(stage, trade, dropshipper),
    ...planCounting(stage, trade, cast.stockman),
    ...planInvitations(stage, cast, project_id, id('invited')),
    ...planFormer(stage, trade, supplier, cast.former),
  );
  const regulars = [
    { ...own, orders: [1, 2, 2, 3, 3] },
    { counterparty_id: id('shop'), pieces: [1, 4], orders: [2, 2, 3, 2, 3] },
    { counterparty_id: id('wholesale'), pieces: [4, 12], orders: [1, 1, 1, 1, 1] },
    { counterparty_id: id('hotel'), pieces: [3, 10], orders: [0, 1, 0, 0, 1] },
    { counterparty_id: id('market'), pieces: [2, 6], orders: [1, 1, 2, 1, 2] },
  ] as const;
  return { project_id, seller: { trade, counterparty_id: id('dropshipper') }, regulars, happenings };
}

/** How many orders of each status the first project has. */
const ORDERS: readonly (readonly [Shown, number])[] = [
  ['Complete', 20],
  ['Sent', 10],
  ['Loaded', 2],
  ['Loading', 3],
  ['Ready', 5],
  ['InProduction', 4],
  ['Pending', 8],
  ['Blocked', 2],
  ['Canceled', 4],
  ['Draft', 4],
];

/** Invites the counterparty and accepts for it. */
async function letIn(stage: Stage, owner: Person, project_id: string, id: string, email: string): Promise<void> {
  await stage.call(owner, inviteCounterparty, { params: { project_id, id }, body: { email } });
  await stage.call(null, acceptInvitation, { params: { token: stage.secretFor(email) } });
}

/** Two letters that nobody has answered yet. */
function planInvitations(stage: Stage, { supplier }: Cast, project_id: string, invited: string): Happening[] {
  return [
    {
      at: morning(stage.now, 2),
      run: async () => {
        const body = { email: 'malva@demo.lanka.test' };
        await stage.call(supplier, inviteCounterparty, { params: { project_id, id: invited }, body });
      },
    },
    {
      at: morning(stage.now, 1),
      run: async () => {
        const body = { email: 'administrator@demo.lanka.test', role: 'Administrator' as const };
        await stage.call(supplier, inviteUser, { params: { project_id }, body });
      },
    },
  ];
}

/** Codes for what came without a barcode, and what is printed on which labels. */
async function addMarking(stage: Stage, owner: Person, project_id: string): Promise<void> {
  const params = { project_id };
  await stage.call(owner, saveMarking, { params, body: { code_type: 'qr', show_price: true } });
  await stage.call(owner, handOutCodes, { params, body: {} });
  const bodies: CreateTemplateBody[] = [
    {
      name: 'Етикетка на товар',
      format: '58x40',
      parts: ['name', 'attributes', 'sku', 'order_number', 'code', 'digits'],
      fields: ['order_item.embroidery'],
    },
    {
      name: 'Цінник на полицю',
      format: 'a4',
      parts: ['name', 'attributes', 'own_text', 'price', 'code'],
      own_text: 'Зроблено в Україні',
    },
    { name: 'Коробка', format: '100x100', parts: ['logo', 'name', 'attributes', 'sku', 'code', 'digits'] },
    {
      name: 'Склад тканини',
      format: '58x40',
      parts: ['name', 'attributes', 'sku', 'code'],
      fields: ['product.fabric'],
    },
  ];
  for (const body of bodies) await stage.call(owner, createLabelTemplate, { params, body });
}

async function addPromotions(
  stage: Stage,
  owner: Person,
  project_id: string,
  partners: readonly string[],
): Promise<void> {
  const day = (days: number): string => new Date(stage.now + days * DAY).toISOString();
  const bodies = [
    { title: 'Затишний сезон', promo_code: 'ЗАТИШОК10', discount: 1000, expires_at: day(20) },
    { title: 'Перше замовлення', promo_code: 'ПЕРШЕ50', discount: 5000, amount: true, once: true },
    { title: 'Великий розпродаж', discount: 1500, all: true, starts_at: day(14), expires_at: day(21) },
    { title: 'Хіти дешевше', promo_code: 'ХІТИ15', discount: 1500, tags: ['хіт'], expires_at: day(30) },
    { title: 'Для гуртових партнерів', promo_code: 'ГУРТ20', discount: 2000, counterparty_ids: [...partners] },
    { title: 'Весняні знижки', promo_code: 'ВЕСНА', discount: 700, starts_at: day(-60), expires_at: day(-30) },
  ];
  for (const { amount, once, all, ...body } of bodies) {
    await stage.call(owner, createPromotion, {
      params: { project_id },
      body: {
        ...body,
        discount_type: amount ? 'amount' : 'percent',
        is_one_time_use_only: once ?? false,
        affects_all: all ?? false,
      },
    });
  }
}

/** The dropshipper owes a little and has reported a payment; the wholesaler has paid ahead; the shop hands in its till. */
function planMoney(
  stage: Stage,
  trade: Trade,
  own: Buyer & { readonly person: Person },
  id: (key: string) => string,
): Happening[] {
  const transfer = { account: 'bank', comment: 'Оплата замовлень за реквізитами' } as const;
  const till = [22, 18, 14, 10, 6, 3].map((daysAgo, nth) =>
    planEntry(stage, trade, id('shop'), {
      daysAgo,
      share: 60,
      ...(nth % 2 === 0
        ? ({ account: 'cash', comment: 'Готівка з каси' } as const)
        : ({ account: 'bank', comment: 'Безготівкова оплата' } as const)),
    }),
  );
  return [
    ...planReport(stage, trade, own, { ...transfer, daysAgo: 20, share: 80 }, 'confirmed'),
    ...planReport(stage, trade, own, { ...transfer, daysAgo: 13, share: 80, orders: 5 }, 'confirmed'),
    ...planReport(stage, trade, own, { ...transfer, daysAgo: 9, amount: 150_000 }, 'declined'),
    ...planReport(stage, trade, own, { ...transfer, daysAgo: 6, share: 20 }, 'confirmed'),
    ...planReport(stage, trade, own, { ...transfer, daysAgo: 1, share: 50, orders: 4 }, 'pending'),
    planPaidAhead(stage, trade, own),
    ...till,
    planEntry(stage, trade, id('wholesale'), {
      daysAgo: 29,
      amount: 12_000_000,
      account: 'bank',
      comment: 'Передоплата за договором',
    }),
    planEntry(stage, trade, id('hotel'), {
      daysAgo: 5,
      share: 50,
      account: 'bank',
      comment: 'Оплата за рушники',
      orders: 3,
    }),
    planEntry(stage, trade, id('market'), {
      daysAgo: 4,
      share: 100,
      account: 'cash_on_delivery',
      comment: 'Післяплата',
    }),
  ];
}

async function openShoes(stage: Stage, { shoemaker, dropshipper }: Cast): Promise<Opened> {
  const project_id = await openProject(
    stage,
    shoemaker,
    {
      legal_type: 'ФОП',
      legal_name: 'ФОП Гуцуляк Василь Іванович',
      contact_person: 'Василь Гуцуляк',
      edropoy_code: people.SHOEMAKER_CODE,
      title: 'Взуття Карпат',
      category: 'Взуття та аксесуари',
    },
    [people.SHOEMAKER_IBAN],
  );
  const [first] = people.PARTNERS;
  if (!first) throw new Error('the first partner is the dropshipper');
  const counterparty_id = await addPartner(stage, shoemaker, project_id, { ...first, discount: 300 });
  await letIn(stage, shoemaker, project_id, counterparty_id, 'dropshipper@demo.lanka.test');
  // sizes of shoes are numbers: 38 stands before 40, and no word comes among them
  const size = { name: 'Розмір', value_type: 'number' as const };
  await stage.call(shoemaker, createColumn, { params: { project_id }, body: size });
  const shelves = await fillShelves(stage, shoemaker, project_id, SHOES, 'VK');
  const trade: Trade = { project_id, staff: shoemaker, shelves, debts: new Map(), site: new Map() };
  const own = { counterparty_id, person: dropshipper, pieces: [1, 1] } as const;
  const statuses: Shown[] = ['Complete', 'Complete', 'Sent', 'Sent', 'Ready', 'Pending', 'Draft'];
  return {
    project_id,
    seller: { trade, counterparty_id },
    regulars: [{ ...own, orders: [0, 1, 1, 1, 2] }],
    happenings: [
      ...statuses.flatMap((status) => planOrder(stage, trade, own, status)),
      planEntry(stage, trade, counterparty_id, {
        daysAgo: 28,
        amount: 1_500_000,
        account: 'bank',
        comment: 'Аванс за сезон',
      }),
    ],
  };
}
