/**
 * Tabs that are pages of their own: each has its address, so that a link opens it and «back» leaves it.
 *
 *   <RouteTabs label={t.sections} tabs={[{ to: `/cp/counterparties/${id}`, label: t.account }, …]} />
 */
import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import { Tabs } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { formatCountTo } from '../format';
import { TabScroller } from './tab-scroller';

export interface RouteTab {
  to: string;
  label: string;
  count?: number | undefined;
  hidden?: boolean;
}

export function RouteTabs({ label, tabs }: { label: string; tabs: readonly RouteTab[] }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const here = tabs.find((tab) => tab.to.split('?')[0] === pathname)?.to ?? null;
  return (
    <TabScroller chosen={here}>
      <Tabs value={here} onChange={(to) => to && navigate(to)} activateTabWithKeyboard={false}>
        <Tabs.List className="status-tabs" aria-label={label}>
          {tabs
            .filter((tab) => !tab.hidden)
            .map((tab) => (
              <Tabs.Tab
                key={tab.to}
                value={tab.to}
                {...(tab.count === undefined
                  ? {}
                  : {
                      rightSection: <span className="tab-count figures">{formatCountTo(tab.count, EXACT_TOTAL)}</span>,
                    })}
              >
                {tab.label}
              </Tabs.Tab>
            ))}
        </Tabs.List>
      </Tabs>
    </TabScroller>
  );
}
