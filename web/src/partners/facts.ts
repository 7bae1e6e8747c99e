import { hook } from '@lanka/domain/kit/hooks';
import type { ComponentType } from 'react';
import type { HookedTab } from '../kit/page/hooked-tabs';
import type { CountProps } from '../kit/slice';
import type { Texts } from '../kit/text';

export interface CounterpartyFact {
  id: string;
  label: Texts<string>;
  Component: ComponentType<{ projectId: string; counterpartyId: string }>;
}

/** Key facts of a counterparty that slices above put on its page. */
export const counterpartyFact = hook<CounterpartyFact>('partners.fact');

/** What slices above say over a counterparty's page, where there is something to do. */
export const counterpartyNotice = hook<Omit<CounterpartyFact, 'label'>>('partners.notice');

export interface SettlementToolProps {
  counterpartyId: string;
  /** Of the statement that is shown. */
  from: string;
  to: string;
}

/** What slices above offer beside the statement of a counterparty's settlements. */
export const settlementTool = hook<{ id: string; Component: ComponentType<SettlementToolProps> }>(
  'partners.settlement',
);

/** Tabs of slices above beside those of the list of counterparties. */
export const counterpartiesTab = hook<HookedTab>('partners.tab');

/** What slices above tell a dropshipper on the card of his supplier. */
export const supplierPart = hook<{ id: string; Component: ComponentType<{ projectId: string }> }>(
  'partners.supplier_part',
);

/** How many wait at the counterparties: what slices above count. */
export const counterpartiesCount = hook<ComponentType<CountProps>>('partners.count');
