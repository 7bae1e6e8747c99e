/**
 * Key facts of a counterparty that slices above put there: partners cannot import them.
 *
 *   registerCounterpartyFact({ id: 'open_sum', label: { ua, en }, Component: OpenSum });   in slice.tsx
 */
import type { ComponentType } from 'react';
import type { Texts } from '../kit/text';

export interface CounterpartyFact {
  id: string;
  label: Texts<string>;
  Component: ComponentType<{ projectId: string; counterpartyId: string }>;
}

const facts: CounterpartyFact[] = [];

/** Once at start; the same id again replaces, so that a reloaded module does not stand there twice. */
export function registerCounterpartyFact(fact: CounterpartyFact): void {
  const at = facts.findIndex(({ id }) => id === fact.id);
  if (at >= 0) facts[at] = fact;
  else facts.push(fact);
}

export const counterpartyFacts = (): readonly CounterpartyFact[] => facts;
