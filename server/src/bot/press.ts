import { cutText, escapeHtml, LONGEST_MESSAGE, type Press } from '@lanka/domain/bot/rules';
import { DomainError } from '@lanka/domain/kit/errors';
import { can, type Permission } from '@lanka/domain/kit/permissions';
import { STATUSES } from '@lanka/domain/orders/machine';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { lockOrders, moveOrder, readOrderRecord } from '../orders';
import { sayStock, ttnsOf } from './commands';
import { variantsOf } from './links.store';
import type { NewMessage } from './outbox.store';
import { WORDS } from './words';

/** What somebody who pressed or wrote is told. */
export interface Answered {
  /** Over the chat, for whoever pressed. */
  readonly said?: string;
  readonly isAlert?: boolean;
  readonly messages?: readonly NewMessage[];
  /** What open pages look at again. */
  readonly changed?: readonly { readonly project: string; readonly kind: string; readonly id: string }[];
}

/** What the rules do not allow: nothing of it may stay, and whoever pressed is told why. */
export class RefusedPress extends Error {
  override readonly name = 'RefusedPress';
}

interface Pressed {
  readonly press: Press;
  readonly id: string;
  /** The message with the button, as what it can be changed into. */
  readonly where: NewMessage;
  /** What it says. */
  readonly text: string;
}

const NEEDS: Readonly<Record<Press, Permission>> = {
  confirm: 'orders.move',
  ttn: 'orders.read',
  stock: 'products.read',
};

/**
 * A button does what its presser may at this moment, whatever it was when the message came. What it did already, or what
 * somebody else did meanwhile, it says and does not do.
 */
export async function press(tx: Tx, app: Services, scope: ProjectScope, pressed: Pressed): Promise<Answered> {
  const t = WORDS[scope.locale];
  if (!can(scope.role, NEEDS[pressed.press])) return { said: t.mayNot, isAlert: true };
  if (pressed.press === 'stock') {
    const ids = await variantsOf(tx, scope, pressed.id, MOST_VARIANTS);
    const said = await sayStock(tx, app, scope, ids);
    return said ? { messages: [answerTo(pressed, said)] } : { said: t.failed };
  }
  // whoever is moving it at this moment is awaited: what he did is told as his
  const order =
    pressed.press === 'confirm'
      ? (await lockOrders(tx, scope, [pressed.id])).get(pressed.id)
      : await readOrderRecord(tx, scope, pressed.id);
  const number = order ? `${order.prefix}${order.number}` : '';
  if (!order) return { said: t.noOrder(''), isAlert: true };
  if (pressed.press === 'ttn') {
    const ttns = await ttnsOf(tx, scope, order);
    const said = ttns.length > 0 ? t.ttn(ttns.join(', ')) : t.noTtn;
    return { said, messages: [answerTo(pressed, escapeHtml(`№ ${number}: ${said}`))] };
  }
  if (order.status !== 'Pending') return sayNow(pressed, t.now(number, STATUSES[order.status][scope.locale]));
  return confirm(tx, app, scope, pressed, number);
}

const MOST_VARIANTS = 20;

async function confirm(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  pressed: Pressed,
  number: string,
): Promise<Answered> {
  const t = WORDS[scope.locale];
  const order = await moveOrder(tx, app, scope, pressed.id, 'InProduction', '').catch((error: unknown) => {
    throw error instanceof DomainError ? new RefusedPress(error.message_in(scope.locale)) : error;
  });
  return {
    ...sayNow(pressed, t.confirmed(number, scope.user.name)),
    isAlert: false,
    changed: [
      { project: scope.project.id, kind: 'order', id: pressed.id },
      { project: scope.project.id, kind: 'counterparty', id: order.counterparty_id },
    ],
  };
}

/** The message says how it is, and has no button any more. */
function sayNow({ where, text }: Pressed, line: string): Answered {
  const kept = escapeHtml(cutText(text, LONGEST_MESSAGE / 2));
  return { said: line, isAlert: true, messages: [{ ...where, html: `${kept}\n\n${escapeHtml(line)}`.trim() }] };
}

function answerTo({ where }: Pressed, html: string): NewMessage {
  const { edits: _, ...message } = where;
  return { ...message, html };
}
