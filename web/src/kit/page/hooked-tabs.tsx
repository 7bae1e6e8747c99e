import type { Hook } from '@lanka/domain/kit/hooks';
import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import { type ComponentType, Suspense } from 'react';
import { formatCountTo } from '../format';
import { type Session, useSession } from '../session';
import { type CountProps, useHook } from '../slice';
import { type Texts, useLocale } from '../text';
import type { RouteTab } from './route-tabs';

/** A tab that a slice above puts beside those of a page: it leads to a page of its own. */
export interface HookedTab {
  to: string;
  label: Texts<string>;
  visible: (session: Session) => boolean;
  /** How many wait there. Lazy, as in the sidebar. */
  Count?: ComponentType<CountProps>;
}

const showCount = (count: number) => <span className="tab-count figures">{formatCountTo(count, EXACT_TOTAL)}</span>;

export function useHookedTabs(asked: Hook<HookedTab>): RouteTab[] {
  const { locale } = useLocale();
  const session = useSession();
  return useHook(asked)
    .filter(({ visible }) => visible(session))
    .map(({ to, label, Count }) => ({
      to,
      label: label[locale],
      ...(Count
        ? {
            badge: (
              <Suspense fallback={null}>
                <Count show={showCount} />
              </Suspense>
            ),
          }
        : {}),
    }));
}
