import { audit } from './audit/slice';
import { billing } from './billing/slice';
import { catalog } from './catalog/slice';
import { demo } from './demo/slice';
import { documents } from './documents/slice';
import { feeds } from './feeds/slice';
import { files } from './files/slice';
import { identity } from './identity/slice';
import type { Slice } from './kit/slice';
import { ledger } from './ledger/slice';
import { manufacture } from './manufacture/slice';
import { operator } from './operator/slice';
import { orders } from './orders/slice';
import { partners } from './partners/slice';
import { payments } from './payments/slice';
import { projects } from './projects/slice';
import { promotions } from './promotions/slice';
import { search } from './search/slice';
import { site } from './site/slice';
import { stock } from './stock/slice';

/** The slices of the server, bottom up: the only place where they are listed. Hooks are answered in this order. */
export const slices: readonly Slice[] = [
  identity,
  files,
  projects,
  site,
  search,
  stock,
  ledger,
  catalog,
  partners,
  promotions,
  manufacture,
  orders,
  payments,
  documents,
  feeds,
  audit,
  billing,
  operator,
  demo,
];
