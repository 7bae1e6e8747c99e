import type { Branch, Fix, Plan } from '@lanka/domain/delivery/contract';
import { branchMeant, type FixKind, fixKindOf, nameFixed } from '@lanka/domain/delivery/fixes';
import { townKey } from '@lanka/domain/delivery/places';
import { formatPhone } from '@lanka/domain/kit/phone';
import type { Tx } from '../kit/db/db';
import type { OrderRecord } from '../orders';
import { guessBranch } from './directory';
import { branchesFor, citiesNamed } from './directory.store';
import type { Planned } from './plan';

/** So many branches to choose from. */
const OFFERED = 3;

type Offered = Pick<Fix, 'label' | 'change'>;

/**
 * What one press would set right of a waybill that cannot be made, or that the carrier has refused: only what the order,
 * the settings or the carrier's directory already say. @param codes of the problems, and of the refusal
 */
export async function fixesFor(
  tx: Tx,
  order: OrderRecord,
  { plan, may_control }: Pick<Planned, 'plan' | 'may_control'>,
  codes: readonly string[],
): Promise<Fix[]> {
  const fixes: Fix[] = [];
  for (const code of new Set(codes)) {
    const kind = fixKindOf(code);
    if (kind)
      for (const one of await offer(tx, kind, order, plan, may_control, code)) fixes.push({ code, kind, ...one });
  }
  return fixes;
}

async function offer(
  tx: Tx,
  kind: FixKind,
  order: OrderRecord,
  plan: Plan,
  may_control: boolean,
  code: string,
): Promise<Offered[]> {
  switch (kind) {
    case 'name': {
      const name = nameFixed(plan.recipient_name, order.customer_name);
      return name ? [{ label: name, change: { recipient_name: name } }] : [];
    }
    case 'phone': {
      const phone = order.customer_phone;
      return phone && phone !== plan.recipient_phone
        ? [{ label: formatPhone(phone), change: { recipient_phone: phone } }]
        : [];
    }
    case 'town':
      return towns(tx, order);
    case 'branch':
      return branches(tx, order, plan);
    case 'seats':
      return [{ label: '', change: { seats: 1 } }];
    case 'cod_service': {
      // a transfer to a card has a limit that payment control has not
      const cod_service = code === TRANSFER_TOO_LARGE ? 'payment_control' : 'money_back';
      if (cod_service === plan.cod_service || (cod_service === 'payment_control' && !may_control)) return [];
      return [{ label: '', change: { cod_service } }];
    }
  }
}

const TRANSFER_TOO_LARGE = '20000201486';

/** Towns of one name, each with the branch that the address means there. */
async function towns(tx: Tx, { delivery_town, delivery_address }: OrderRecord): Promise<Offered[]> {
  const [first = ''] = delivery_address.split(',');
  const found = await citiesNamed(tx, townKey(delivery_town || first), OFFERED + 2);
  const offered: Offered[] = [];
  for (const { ref, name, area } of found) {
    const branch = await guessBranch(tx, ref, delivery_address);
    const label = [name, area, branch?.name].filter(Boolean).join(', ');
    offered.push({ label, change: { city_ref: ref, ...(branch ? { branch_ref: branch.ref } : {}) } });
  }
  return offered;
}

/** Those of the town that take it: in the street that was meant, then those of the nearest number. */
async function branches(tx: Tx, { delivery_address }: OrderRecord, plan: Plan): Promise<Offered[]> {
  if (!plan.city_ref || plan.door) return [];
  const found = await branchesFor(tx, {
    ...{ city: plan.city_ref, ...branchMeant(delivery_address), weight: plan.weight },
    ...{ not: plan.branch_ref, most: OFFERED },
  });
  return found.map(({ ref, name }: Branch) => ({ label: name, change: { branch_ref: ref } }));
}
