/** What the screens say of each status beside its names: a new one does not compile until it stands here. */
import type { OrderStatus } from '@lanka/domain/orders/contract';
import { STATUSES } from '@lanka/domain/orders/machine';
import type { StatusColor, StatusTable } from '../kit/display/status';

interface Shown {
  readonly color: StatusColor;
  /** The button that moves an order there. */
  readonly move: { readonly ua: string; readonly en: string };
  /** The usual way on; what else is possible stands in the menu. */
  readonly next: OrderStatus | null;
}

const SHOWN: Readonly<Record<OrderStatus, Shown>> = {
  Draft: { color: 'gray', next: 'Pending', move: { ua: 'Повернути в чернетки', en: 'Return to drafts' } },
  Pending: { color: 'yellow', next: 'Ready', move: { ua: 'Надіслати менеджеру', en: 'Send to the manager' } },
  InProduction: { color: 'blue', next: 'Ready', move: { ua: 'Передати у виробництво', en: 'Hand over to production' } },
  Ready: { color: 'teal', next: 'Loading', move: { ua: 'Позначити готовим', en: 'Mark as ready' } },
  Loading: { color: 'violet', next: 'Loaded', move: { ua: 'Почати завантаження', en: 'Start loading' } },
  Loaded: { color: 'violet', next: 'Sent', move: { ua: 'Позначити завантаженим', en: 'Mark as loaded' } },
  Sent: { color: 'blue', next: 'Complete', move: { ua: 'Позначити відправленим', en: 'Mark as sent' } },
  Complete: { color: 'green', next: null, move: { ua: 'Завершити замовлення', en: 'Complete the order' } },
  Canceled: { color: 'red', next: null, move: { ua: 'Скасувати замовлення', en: 'Cancel the order' } },
  Blocked: { color: 'orange', next: 'Pending', move: { ua: 'Повернути на доопрацювання', en: 'Return for editing' } },
};

const names = Object.keys(SHOWN) as OrderStatus[];
const each = <T>(of: (name: OrderStatus) => T) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<OrderStatus, T>;

/** One colour and one name for each status, the same on every screen. */
export const orderStatus: StatusTable<OrderStatus> = each((name) => ({
  color: SHOWN[name].color,
  ua: STATUSES[name].ua,
  en: STATUSES[name].en,
}));

export const MOVE_NAMES = { ua: each((name) => SHOWN[name].move.ua), en: each((name) => SHOWN[name].move.en) };

export const NEXT = each((name) => SHOWN[name].next);
