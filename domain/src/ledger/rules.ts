import { MAX_BALANCE } from '../kit/bounds';
import { type DomainError, errors } from '../kit/errors';
import type { DealingSide, PostingPurpose, ProjectAccount } from './contract';

export const ledgerErrors = errors('ledger', {
  posting_not_found: { status: 404, ua: 'Проводку не знайдено', en: 'No such posting' },
  balance_too_large: {
    status: 422,
    ua: 'Баланс контрагента став би завеликим: дозволено до 100 000 000 000,00 ₴ в обидва боки',
    en: 'The balance of the counterparty would be too large: up to 100,000,000,000.00 ₴ either way is allowed',
  },
  credit_exceeded: {
    status: 409,
    ua: 'Борг перевищив би кредитний ліміт. Спершу зарахуйте оплату',
    en: 'The debt would exceed the credit limit. Enter a payment first',
  },
  payment_overdue: {
    status: 409,
    ua: 'Є прострочена оплата попередніх замовлень. Спершу зарахуйте її',
    en: 'Payment of earlier orders is overdue. Enter it first',
  },
  not_reversible: {
    status: 409,
    ua: 'Сторнування не можна сторнувати ще раз',
    en: 'A reversal cannot be reversed',
  },
});

/** Either side of a posting: the counterparty that the posting names, or an account of the project. */
export type Account = 'counterparty' | ProjectAccount;

/** `amount` kopecks, more than zero, move from `source` to `destination`; exactly one of the two is the counterparty. */
export interface Entry {
  readonly source: Account;
  readonly destination: Account;
  readonly amount: number;
}

/** True for what may be posted: a whole amount above zero between the counterparty and one account of the project. */
export function isEntry({ source, destination, amount }: Entry): boolean {
  return (source === 'counterparty') !== (destination === 'counterparty') && Number.isSafeInteger(amount) && amount > 0;
}

/**
 * The amount with the counterparty's sign. Positive: they have more money with the supplier (domain.md, Ledger); so a
 * receipt (cash → counterparty) is plus, a charge (counterparty → sales) and a withdrawal (counterparty → cash) minus.
 */
export function counterpartyChange({ destination, amount }: Entry): number {
  return destination === 'counterparty' ? amount : -amount;
}

/** The side of the posting that belongs to the project. */
export function projectAccountOf({ source, destination }: Pick<Entry, 'source' | 'destination'>): ProjectAccount {
  return (source === 'counterparty' ? destination : source) as ProjectAccount;
}

/** Why these entries cannot follow one another from this balance, or null (decision 0046). */
export function refuseBalance(balance: number, entries: readonly Entry[]): DomainError | null {
  let after = balance;
  for (const entry of entries) {
    after += counterpartyChange(entry);
    if (Math.abs(after) > MAX_BALANCE) return ledgerErrors.balance_too_large({ path: 'amount', allowed: MAX_BALANCE });
  }
  return null;
}

/** What takes a posting back: the same amount the other way. */
export function reversalOf({ source, destination, amount }: Entry): Entry {
  return { source: destination, destination: source, amount };
}

/** Between which accounts an amount moves for each purpose; `account` where the money itself is. */
export function entryFor(
  purpose: 'charge' | 'return' | 'logistics' | 'payment' | 'withdrawal' | 'cod_fee',
  amount: number,
  account: ProjectAccount = 'bank',
): Entry {
  switch (purpose) {
    case 'charge':
      return { source: 'counterparty', destination: 'sales', amount };
    case 'return':
      return { source: 'returns', destination: 'counterparty', amount };
    case 'logistics':
      return { source: 'counterparty', destination: 'logistics', amount };
    case 'cod_fee':
      return { source: 'counterparty', destination: 'cash_on_delivery', amount };
    case 'payment':
      return { source: account, destination: 'counterparty', amount };
    case 'withdrawal':
      return { source: 'counterparty', destination: account, amount };
  }
}

/** Accounts where money lies. Their books run the other way round: money that came in left them for a counterparty. */
const ASSETS: readonly ProjectAccount[] = ['cash', 'bank', 'cash_on_delivery'];

/**
 * The balance of a project's account as people read it. `raw` is Σ received − Σ given in the postings, whose sum over
 * all accounts is zero; for cash, bank and cash on delivery the sign is turned, so that money in hand is positive.
 */
export function shownBalance(account: ProjectAccount, raw: number): number {
  return ASSETS.includes(account) ? 0 - raw : raw;
}

/** What is open on each side of an account, with the counterparty's sign. */
export type Sides = Readonly<Record<DealingSide, number>>;

/** The balance is kept whole, and of it what stands on the side of purchases. */
export const sidesOf = (account: { readonly balance: number; readonly purchases_balance: number }): Sides => ({
  sales: account.balance - account.purchases_balance,
  purchases: account.purchases_balance,
});

/**
 * On which side money counts that nobody said it of: where it settles what is open. What is paid out is looked for in
 * the purchases first, what comes in the sales; what exceeds both goes to the side that has more of it open.
 */
export function sideOfMoney(change: number, sides: Sides): DealingSide {
  const first: DealingSide = change < 0 ? 'purchases' : 'sales';
  const other: DealingSide = change < 0 ? 'sales' : 'purchases';
  const open = (side: DealingSide): number => Math.max(0, change < 0 ? sides[side] : -sides[side]);
  if (open(first) >= Math.abs(change)) return first;
  if (open(other) >= Math.abs(change)) return other;
  return open('purchases') > open('sales') ? 'purchases' : 'sales';
}

/** On which side an entry counts: goods that were bought of the counterparty, his claim that is set off, or money. */
export function sideOf(entry: Entry & { readonly purpose: PostingPurpose }, sides: Sides): DealingSide {
  if (projectAccountOf(entry) === 'purchases' || entry.purpose === 'offset_claim') return 'purchases';
  const isMoney = entry.purpose === 'payment' || entry.purpose === 'withdrawal';
  return isMoney ? sideOfMoney(counterpartyChange(entry), sides) : 'sales';
}
