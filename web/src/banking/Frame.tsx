import * as contract from '@lanka/domain/banking/contract';
import type { ReactNode } from 'react';
import { useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

export const ROOT = '/cp/integrations/banking';

export const useCounts = () => useCall(contract.countBankRows, { params: { project_id: useProjectId() } }).data;

/** Accounts, rows and what stands in no statement: one page of three tabs. */
export function Frame({ subtitle, children }: { subtitle?: ReactNode; children: ReactNode }) {
  const t = useText(text);
  const counts = useCounts();
  return (
    <Page list title={t.title} subtitle={subtitle ?? t.subtitle}>
      <RouteTabs
        label={t.sections}
        tabs={[
          { to: ROOT, label: t.accounts },
          { to: `${ROOT}/rows`, label: t.rows, count: counts?.open },
          { to: `${ROOT}/by-hand`, label: t.byHand },
        ]}
      />
      {children}
    </Page>
  );
}
