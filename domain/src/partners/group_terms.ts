/** Of one project, archived ones too. More of them nobody keeps in his head. */
export const MAX_GROUPS = 50;
export const MAX_GROUP_NAME = 60;
/** So many counterparties are put into groups by one call. */
export const MAX_GROUPED = 1_000;

export interface OwnTerms {
  /** Hundredths of a percent; 0: none of its own. */
  readonly discount: number;
  /** Null: none of its own. */
  readonly price_level_id: string | null;
}

export interface GroupTerms extends OwnTerms {
  readonly id: string;
}

export interface TermsInEffect extends OwnTerms {
  /** The group whose discount it is; null: its own, or none. */
  readonly discount_group_id: string | null;
  readonly price_level_group_id: string | null;
}

/**
 * What a counterparty buys by: its own terms, and where it has none of a kind, those of its groups. Of their discounts
 * the largest holds, for they are not added up (specification §6); of their price levels that of the first group.
 *
 * @param groups its groups that are not archived, in their order
 */
export function termsInEffect(own: OwnTerms, groups: readonly GroupTerms[]): TermsInEffect {
  let best: GroupTerms | null = null;
  if (own.discount === 0) for (const group of groups) if (group.discount > (best?.discount ?? 0)) best = group;
  const first = own.price_level_id === null ? groups.find(({ price_level_id }) => price_level_id !== null) : undefined;
  return {
    discount: best?.discount ?? own.discount,
    discount_group_id: best?.id ?? null,
    price_level_id: first?.price_level_id ?? own.price_level_id,
    price_level_group_id: first?.id ?? null,
  };
}

/** What is its own of the terms in effect. */
export const ownTerms = (terms: TermsInEffect): OwnTerms => ({
  discount: terms.discount_group_id === null ? terms.discount : 0,
  price_level_id: terms.price_level_group_id === null ? terms.price_level_id : null,
});
