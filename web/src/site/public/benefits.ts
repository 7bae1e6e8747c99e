import type { DropshipperTerms, ManufacturerTerms } from '@lanka/domain/kit/plans';
import { GIGABYTE, grouped, hryvnias } from './data';
import type { text } from './text';

/** What a plan gives, in the words of its card: each number is one of its terms. */
type Words = (typeof text)['ua'];

export function manufacturerBenefits(t: Words, terms: ManufacturerTerms): string[] {
  return [
    t.ordersMonth(grouped(terms.orders)),
    t.extraOrders(grouped(terms.extra_orders.count), hryvnias(terms.extra_orders.price)),
    terms.extra_collaborator === null
      ? t.collaborators(terms.collaborators)
      : t.collaboratorsMore(terms.collaborators, hryvnias(terms.extra_collaborator)),
    terms.products === null || terms.product_variants === null
      ? t.productsAny
      : t.productsUpTo(grouped(terms.products), grouped(terms.product_variants)),
    t.storage(terms.storage),
    ...(terms.receipts ? [t.receipts] : []),
    ...apiBenefit(t, terms),
  ];
}

export function dropshipperBenefits(t: Words, terms: DropshipperTerms): string[] {
  return [
    t.ownOrders,
    t.invitedOnly,
    ...(terms.catalogue ? [t.catalogue] : []),
    t.ownStorage(terms.storage),
    ...apiBenefit(t, terms),
  ];
}

const apiBenefit = (t: Words, { api }: ManufacturerTerms | DropshipperTerms): string[] =>
  api ? [t.api(grouped(api.requests), grouped(api.bytes / GIGABYTE))] : [];
