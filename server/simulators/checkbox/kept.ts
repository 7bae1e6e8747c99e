/** What the simulator of Checkbox remembers: registers, cashiers, shifts, receipts and reports, money in kopecks. */

export interface Register {
  readonly id: string;
  readonly license_key: string;
  readonly fiscal_number: string;
  readonly title: string;
  readonly address: string;
  readonly is_test: boolean;
  offline: boolean;
  webhook: { url: string; key: string; created_at: string } | null;
  receipts: number;
  shifts: number;
  reports: number;
}

export interface Cashier {
  readonly id: string;
  readonly pin: string;
  readonly full_name: string;
  /** Of which registers. */
  readonly license_keys: readonly string[];
  blocked: boolean;
  /** His key of signing works. */
  signs: boolean;
}

export interface Balance {
  initial: number;
  balance: number;
  cash_sales: number;
  card_sales: number;
  cash_returns: number;
  card_returns: number;
  service_in: number;
  service_out: number;
}

export type ShiftStatus = 'CREATED' | 'OPENING' | 'OPENED' | 'CLOSING' | 'CLOSED';
export interface Transaction {
  type: string;
  status: 'PENDING' | 'DONE' | 'ERROR';
  response_status: string | null;
  response_error_message: string | null;
}
export interface Shift {
  readonly id: string;
  readonly register: string;
  readonly cashier: string;
  serial: number;
  status: ShiftStatus;
  /** Looks until the next state. */
  steps: number;
  opened_at: string | null;
  closed_at: string | null;
  readonly created_at: string;
  balance: Balance;
  initial_transaction: Transaction;
  closing_transaction: Transaction | null;
  z_report: string | null;
}

export interface Payment {
  readonly type: 'CASH' | 'CASHLESS';
  readonly value: number;
  readonly label: string;
}
export interface Good {
  readonly good: { readonly code: string; readonly name: string; readonly price: number };
  readonly quantity: number;
  readonly is_return: boolean;
  readonly sum: number;
}
export interface Receipt {
  readonly id: string;
  readonly type: 'SELL' | 'RETURN' | 'SERVICE_IN' | 'SERVICE_OUT';
  readonly register: string;
  readonly shift: string;
  serial: number;
  status: 'CREATED' | 'DONE' | 'ERROR';
  steps: number;
  readonly goods: readonly Good[];
  readonly payments: readonly Payment[];
  readonly total_sum: number;
  readonly total_payment: number;
  readonly related_receipt_id: string | null;
  fiscal_code: string | null;
  fiscal_date: string | null;
  readonly created_at: string;
  is_created_offline: boolean;
  error: string | null;
  /** The tax office will refuse it. */
  readonly refused: boolean;
  readonly sent: string[];
}

export interface Report {
  readonly id: string;
  readonly register: string;
  readonly shift: string;
  readonly serial: number;
  readonly is_z_report: boolean;
  readonly balance: Balance;
  readonly sell_receipts_count: number;
  readonly return_receipts_count: number;
  readonly created_at: string;
}

export interface Kept {
  registers: Register[];
  cashiers: Cashier[];
  shifts: Shift[];
  receipts: Receipt[];
  reports: Report[];
  /** By what stands in it: the PIN and the license it was given for. */
  tokens: Record<string, { cashier: string; issued_at: string }>;
  /** Of the next receipts so many are refused by the tax office; of the next shifts so many do not open or close. */
  refuse_receipts: number;
  refuse_shifts: number;
  /** Looks before a state moves on. */
  steps: number;
  pending: { url: string; body: string; signature: string; tries: number; next_at: string }[];
}

const register = (n: number, title: string): Register => ({
  ...{ id: `00000000-0000-4000-8000-00000000000${n}`, license_key: `test${'0'.repeat(22)}0${n}` },
  ...{ fiscal_number: `TEST00000${n}`, title, address: 'м. Київ, вул. Садова, 1', is_test: true },
  ...{ offline: false, webhook: null, receipts: 0, shifts: 0, reports: 0 },
});

/** Registers that anybody may connect: the keys stand on the page of the simulators. */
export const INITIAL: Kept = {
  registers: [register(1, 'Магазин «Садова»'), register(2, 'Інтернет-магазин'), register(3, 'Друга каса')],
  cashiers: [1, 2, 3].map((n) => ({
    ...{ id: `00000000-0000-4000-8001-00000000000${n}`, pin: `111111111${n}`, full_name: `Тестовий касир ${n}` },
    ...{ license_keys: [`test${'0'.repeat(22)}0${n}`], blocked: false, signs: true },
  })),
  ...{ shifts: [], receipts: [], reports: [], tokens: {}, refuse_receipts: 0, refuse_shifts: 0, steps: 1, pending: [] },
};
