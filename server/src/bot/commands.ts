import { escapeHtml, joinUpTo, LONGEST_MESSAGE } from '@lanka/domain/bot/rules';
import type { Locale } from '@lanka/domain/kit/errors';
import { formatMoney } from '@lanka/domain/kit/money';
import { can } from '@lanka/domain/kit/permissions';
import { STATUSES } from '@lanka/domain/orders/machine';
import { readVariantRecords } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { type OrderRecord, readOrderRecord } from '../orders';
import { readParcels } from '../parcels';
import { authoriseKnown, enterProjects } from '../projects';
import { findByNumber, findBySku } from './links.store';
import { WORDS } from './words';

/** A chat that is linked to more projects is answered of the first. */
const MOST_PROJECTS = 20;
const MOST_FOUND = 10;

interface Asked {
  readonly name: 'stock' | 'order';
  readonly words: string;
  /** Where all its members read the answer. */
  readonly isGroup: boolean;
}

/** `/stock SKU` and `/order NUMBER`, of each project in which the asker may see such things. */
export async function answerCommand(
  tx: Tx,
  app: Services,
  locale: Locale,
  projects: readonly { readonly project_id: string; readonly user_id: string }[],
  { name, words, isGroup }: Asked,
): Promise<string> {
  const t = WORDS[locale];
  const wanted = words.trim().slice(0, 100);
  if (wanted === '') return name === 'stock' ? t.whichSku : t.whichOrder;
  const answers: string[] = [];
  for (const { project_id, user_id } of projects.slice(0, MOST_PROJECTS)) {
    await enterProjects(tx, [project_id]);
    const scope = await authoriseKnown(tx, project_id, user_id);
    if (!scope) continue;
    const said = name === 'stock' ? await stockOf(tx, app, scope, wanted) : await orderOf(tx, scope, wanted, isGroup);
    if (said) answers.push(`<b>${escapeHtml(scope.project.title)}</b>\n${said}`);
  }
  if (answers.length > 0) return joinUpTo(answers, '\n\n', LONGEST_MESSAGE);
  return escapeHtml(name === 'stock' ? t.noSku(wanted) : t.noOrder(wanted));
}

async function stockOf(tx: Tx, app: Services, scope: ProjectScope, sku: string): Promise<string | null> {
  if (!can(scope.role, 'products.read')) return null;
  return sayStock(tx, app, scope, await findBySku(tx, scope, sku, MOST_FOUND));
}

/** How much there is of these, as the asker is told it everywhere. Null where he sees none of them. */
export async function sayStock(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  ids: readonly string[],
): Promise<string | null> {
  const t = WORDS[scope.locale];
  const found = await readVariantRecords(app, tx, scope, ids);
  if (found.length === 0) return null;
  const lines = found.map(({ product_name, name, sku, unit, available, availability }) => {
    const title = name && name !== product_name ? `${product_name}, ${name}` : product_name;
    const told = available === null ? t.availability[availability] : t.pieces(String(available), unit);
    return escapeHtml(`${title}${sku ? ` (${sku})` : ''}: ${told}`);
  });
  // the title of the project goes before it
  return joinUpTo(lines, '\n', LONGEST_MESSAGE - 1_024);
}

/** Without who buys it: a chat is no place for customers. In a group without its sum, too. */
async function orderOf(tx: Tx, scope: ProjectScope, words: string, isGroup: boolean): Promise<string | null> {
  const number = Number(/(\d{1,9})$/.exec(words)?.[1]);
  if (!can(scope.role, 'orders.read') || !Number.isSafeInteger(number)) return null;
  const id = await findByNumber(tx, scope, number);
  const order = id ? await readOrderRecord(tx, scope, id) : null;
  if (!order) return null;
  const t = WORDS[scope.locale];
  const ttns = await ttnsOf(tx, scope, order);
  const sum = isGroup ? null : order.sum === null ? '–' : formatMoney(order.sum);
  const said = t.order(`${order.prefix}${order.number}`, STATUSES[order.status][scope.locale], sum);
  return escapeHtml([said, ...ttns.map((ttn) => t.ttn(ttn))].join('\n'));
}

/** Of an order in several parcels each has its own. */
export async function ttnsOf(tx: Tx, scope: ProjectScope, order: OrderRecord): Promise<string[]> {
  const parcels = order.parcels > 0 ? await readParcels(tx, scope, order) : [];
  const ttns = [order.ttn, ...parcels.map(({ ttn }) => ttn)];
  return [...new Set(ttns.filter((ttn): ttn is string => Boolean(ttn)))];
}
