import { readSums } from '@lanka/domain/cod/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** What is awaited and what carriers owe by their registers: one page of two tabs. */
export function Frame({ children }: { children: ReactNode }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const sums = useCall(readSums, { params: { project_id } });
  const { awaited, owed = 0 } = sums.data ?? {};
  return (
    <Page
      list
      title={t.title}
      subtitle={awaited && t.sums(awaited.count, formatMoney(awaited.sum), formatMoney(owed))}
      action={can('cod.settle') && { label: t.enter, to: '/cp/cod/registers/new', icon: IconPlus }}
    >
      <RouteTabs
        label={t.sections}
        tabs={[
          { to: '/cp/cod', label: t.awaited, count: awaited?.count },
          { to: '/cp/cod/registers', label: t.registers },
        ]}
      />
      {children}
    </Page>
  );
}
