import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NotInPlan, usePlanRefusal } from '../integrations';
import { Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

export const ROOT = '/cp/integrations/checkbox';

/** Registers, receipts and the comparison with the ledger: one page of three tabs. */
export function Frame({ subtitle, children }: { subtitle?: ReactNode; children: ReactNode }) {
  const t = useText(text);
  const { can } = useSession();
  const isRefused = usePlanRefusal('checkbox') !== null;
  return (
    <Page
      list
      title={t.title}
      subtitle={subtitle ?? t.subtitle}
      action={can('cash_registers.edit') && !isRefused && { label: t.connect, to: `${ROOT}/new`, icon: IconPlus }}
    >
      <RouteTabs
        label={t.sections}
        tabs={[
          { to: ROOT, label: t.registers },
          { to: `${ROOT}/receipts`, label: t.receipts },
          { to: `${ROOT}/days`, label: t.days },
        ]}
      />
      <NotInPlan service="checkbox" />
      {children}
    </Page>
  );
}
