/**
 * Tabs that are pages of their own: each has its address, so that a link opens it and «back» leaves it.
 *
 *   <RouteTabs label={t.sections} tabs={[{ to: `/cp/counterparties/${id}`, label: t.account }, …]} />
 */
import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatCountTo } from '../format';
import { TabScroller } from './tab-scroller';

export interface RouteTab {
  to: string;
  label: string;
  count?: number | undefined;
  /** Instead of a count, what draws it by itself. */
  badge?: ReactNode;
  hidden?: boolean;
}

interface RouteTabsProps {
  label: string;
  tabs: readonly RouteTab[];
  /** The address of the tab that is open, where several have one path; else it is known by its path. */
  opened?: string;
}

export function RouteTabs({ label, tabs, opened }: RouteTabsProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const here = opened ?? tabs.find((tab) => tab.to.split('?')[0] === pathname)?.to ?? null;
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
                {...(tab.badge ? { rightSection: tab.badge } : {})}
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
