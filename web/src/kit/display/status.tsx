/**
 * Statuses. A slice keeps one table of its statuses and uses it everywhere:
 *
 *   const orderStatus: StatusTable<OrderStatus> = { Pending: { color: 'yellow', ua: 'На розгляді', en: 'Pending' }, … };
 *   <StatusBadge table={orderStatus} value={order.last_status} />
 *   <StatusTabs list={list} name="status" table={orderStatus} counts={counts} />
 */
import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import { Badge, Tabs } from '@mantine/core';
import { formatCountTo } from '../format';
import type { ListState } from '../list/list';
import { TabScroller } from '../page/tab-scroller';
import { type Locale, useLocale } from '../text';

/** Colour only for meaning: waits grey, needs somebody yellow, in work blue, on the way violet, well green, ill red. */
export type StatusColor = 'gray' | 'yellow' | 'blue' | 'violet' | 'green' | 'red' | 'orange' | 'teal';

export type StatusTable<S extends string = string> = Readonly<
  Record<S, Readonly<Record<Locale, string>> & { readonly color: StatusColor }>
>;

interface StatusBadgeProps<S extends string> {
  table: StatusTable<S>;
  value: S;
  size?: 'sm' | 'md' | 'lg';
}

/** A coloured dot and plain text: readable in both schemes, and not by colour alone. */
export function StatusBadge<S extends string>({ table, value, size = 'md' }: StatusBadgeProps<S>) {
  const { locale } = useLocale();
  const status = table[value];
  return (
    <Badge className="status-badge" variant="default" size={size} radius="sm" data-color={status?.color ?? 'gray'}>
      {status?.[locale] ?? value}
    </Badge>
  );
}

export interface TabOption {
  /** Empty for «all». */
  value: string;
  label: string;
  count?: number | undefined;
}

interface StatusTabsProps<S extends string> {
  list: { state: ListState };
  /** The filter in the URL that the tabs steer. */
  name: string;
  table?: StatusTable<S>;
  /** What «all» is called; without it there is no such tab. */
  all?: string;
  counts?: Readonly<Partial<Record<S | '', number>>>;
  /** Of any of the counts there may be more. */
  more?: boolean;
  /** Instead of `table`, tabs of one's own. */
  options?: readonly TabOption[];
}

/** Counting stops there (kit/lists): what has come so far may be more. */
const shownCount = (count: number, more: boolean): string => formatCountTo(count, more ? count : EXACT_TOTAL);

/** Tabs with counts that filter a list. */
export function StatusTabs<S extends string>({
  list,
  name,
  table,
  all,
  counts,
  more = false,
  options,
}: StatusTabsProps<S>) {
  const { locale } = useLocale();
  const fromTable = Object.entries(table ?? {}) as [S, StatusTable<S>[S]][];
  const tabs: readonly TabOption[] = options ?? [
    ...(all ? [{ value: '', label: all, count: counts?.[''] }] : []),
    ...fromTable.map(([value, status]) => ({ value, label: status[locale], count: counts?.[value] })),
  ];
  const shown = list.state.values[name] ?? '';
  return (
    <TabScroller chosen={shown}>
      <Tabs
        value={shown === '' ? 'all' : shown}
        onChange={(next) => list.state.set({ [name]: next === 'all' ? null : next })}
      >
        <Tabs.List className="status-tabs">
          {tabs.map((tab) => (
            <Tabs.Tab
              key={tab.value}
              value={tab.value === '' ? 'all' : tab.value}
              {...(tab.count === undefined
                ? {}
                : { rightSection: <span className="tab-count figures">{shownCount(tab.count, more)}</span> })}
            >
              {tab.label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
    </TabScroller>
  );
}
