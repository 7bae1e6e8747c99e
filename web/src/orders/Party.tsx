/** The first step: for whom the order is, or at which supplier. */

import './orders.css';
import { MAX_LIMIT } from '@lanka/domain/kit/lists';
import { formatPercent } from '@lanka/domain/kit/money';
import { listSuppliers, type Supplier } from '@lanka/domain/partners/contract';
import { Avatar, Stack, Text, UnstyledButton } from '@mantine/core';
import { useEffect } from 'react';
import { Section } from '../kit/display/facts';
import { Money } from '../kit/display/values';
import { initials } from '../kit/format';
import { useCall } from '../kit/http/query';
import { EmptyState, Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { CounterpartySelect, useCounterparty } from '../partners';
import { formText } from './form-text';
import { text } from './text';

interface CounterpartyStepProps {
  project_id: string;
  value: string | null;
  onChange: (id: string | null) => void;
  /** An order has a counterparty: it can be another one, not none. */
  required?: boolean;
}

export function CounterpartyStep({ project_id, value, onChange, required }: CounterpartyStepProps) {
  const t = useText(formText);
  const o = useText(text);
  const chosen = useCounterparty(project_id, value).data;
  return (
    <Section title={t.stepParty}>
      <Stack gap="xs" maw={480}>
        <CounterpartySelect
          project_id={project_id}
          label={o.counterparty}
          description={required ? undefined : t.counterpartyHint}
          placeholder={required ? t.startTyping : t.ownSales}
          value={value}
          onChange={onChange}
          required={required}
        />
        {/* its line is there before it: as it came it would move what stands below from under the pointer */}
        <Text size="sm" c="dimmed" mih="1lh">
          {chosen && (
            <>
              {t.balance}: <Money kopecks={chosen.balance} signed />
              {chosen.discount > 0 && ` · ${t.discountOf(formatPercent(chosen.discount))}`}
            </>
          )}
        </Text>
      </Stack>
    </Section>
  );
}

interface SupplierStepProps {
  /** Project id or friendly id; empty while nothing is chosen. */
  value: string;
  /** Inside a supplier's project there is nothing to choose. */
  fixed: boolean;
  /** Somebody wanted to go on without a choice. */
  missing: boolean;
  /** `replace`: nobody pressed anything, so going back must not lead here again. */
  choose: (project_id: string, replace?: boolean) => void;
}

const isChosen = (supplier: Supplier, value: string): boolean =>
  supplier.project_id === value || supplier.friendly_id === value;

/** What the first step of a dropshipper shows. */
export const useSupplierChoice = (enabled = true) =>
  useCall(listSuppliers, { query: { limit: MAX_LIMIT } }, { enabled });

export function SupplierStep({ value, fixed, missing, choose }: SupplierStepProps) {
  const t = useText(formText);
  const suppliers = useSupplierChoice();
  // who works with one supplier has nothing to choose
  const only = suppliers.data?.items.length === 1 ? suppliers.data.items[0]?.project_id : undefined;
  useEffect(() => {
    if (only && !value) choose(only, true);
  }, [only, value, choose]);
  return (
    <Section title={t.stepSupplier}>
      <Loaded query={suppliers}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState drawing="connect" order={3} title={t.noSuppliers} text={t.noSuppliersText} />
          ) : (
            <Stack gap="sm">
              <Text {...(missing ? { c: 'var(--text-negative)', role: 'alert' } : { c: 'dimmed' })}>
                {missing ? t.supplierMissing : t.supplierHint}
              </Text>
              <div className="order-choices" role="radiogroup" aria-label={t.stepSupplier}>
                {items
                  .filter((supplier) => !fixed || isChosen(supplier, value))
                  .map((supplier) => (
                    <SupplierCard
                      key={supplier.project_id}
                      supplier={supplier}
                      chosen={isChosen(supplier, value)}
                      choose={() => choose(supplier.project_id)}
                    />
                  ))}
              </div>
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

function SupplierCard({ supplier, chosen, choose }: { supplier: Supplier; chosen: boolean; choose: () => void }) {
  const t = useText(formText);
  return (
    <UnstyledButton type="button" className="order-choice" role="radio" aria-checked={chosen} onClick={choose}>
      <Avatar src={supplier.logo_url} alt="" radius="md">
        {initials(supplier.title)}
      </Avatar>
      <span className="found-name">
        <Text span display="block" fw={500} className="wrap-anywhere">
          {supplier.title}
        </Text>
        <Text span display="block" size="sm" c="dimmed">
          {t.balance}: <Money kopecks={supplier.balance} signed />
          {supplier.discount > 0 && ` · ${t.discountOf(formatPercent(supplier.discount))}`}
        </Text>
      </span>
    </UnstyledButton>
  );
}
