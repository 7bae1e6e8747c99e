import type { Door } from '@lanka/domain/orders/entities';
import type { FieldBinding } from '../kit/form/useEntityForm';

type FieldName =
  | 'items'
  | 'counterparty_id'
  | `customer.${'name' | 'phone' | 'email'}`
  | `delivery.${'operator' | 'recipient_name' | 'recipient_phone' | 'town' | 'address' | 'city_ref' | 'branch_ref' | 'door' | 'ttn'}`
  | `prepayment.${'amount' | 'date'}`
  | `cod.${'on' | 'sum' | 'fee'}`
  | 'tags'
  | 'source'
  | 'external_number'
  | 'reserved_until'
  | 'promo_code'
  | 'customer_discount'
  | 'fields'
  | 'comment';

/** What the parts need of the form that creates or the one that edits. */
export interface OrderForm {
  field(name: FieldName): FieldBinding;
  setValue(name: FieldName, value: unknown): void;
  watch(): OrderValues;
}

/** As the inputs hold them. */
export interface OrderValues {
  counterparty_id?: string | undefined;
  items?: unknown;
  customer?: { name?: string; phone?: string | null | undefined; email?: string | null | undefined } | undefined;
  delivery?:
    | {
        operator?: string;
        recipient_name?: string;
        recipient_phone?: string | null | undefined;
        town?: string | undefined;
        address?: string;
        city_ref?: string | null | undefined;
        branch_ref?: string | null | undefined;
        door?: Door | null | undefined;
      }
    | undefined;
  prepayment?: { amount?: unknown } | null | undefined;
  cod?: { on?: boolean; sum?: unknown; fee?: unknown } | null | undefined;
  promo_code?: string | null | undefined;
  customer_discount?: unknown;
}
