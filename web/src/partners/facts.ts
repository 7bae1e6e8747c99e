import { hook } from '@lanka/domain/kit/hooks';
import type { ComponentType } from 'react';
import type { Texts } from '../kit/text';

export interface CounterpartyFact {
  id: string;
  label: Texts<string>;
  Component: ComponentType<{ projectId: string; counterpartyId: string }>;
}

/** Key facts of a counterparty that slices above put on its page. */
export const counterpartyFact = hook<CounterpartyFact>('partners.fact');
