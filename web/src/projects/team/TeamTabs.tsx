import { useHookedTabs } from '../../kit/page/hooked-tabs';
import { RouteTabs } from '../../kit/page/route-tabs';
import { useText } from '../../kit/text';
import { useCounts } from './Collaborators';
import { teamTab } from './tab';
import { text } from './text';

/** Specification §2.3, Users: all, managers, admins, staff, and what slices above put beside. */
export function TeamTabs({ q }: { q?: string | undefined }) {
  const t = useText(text);
  const counts = useCounts(q);
  const others = useHookedTabs(teamTab);
  return (
    <RouteTabs
      label={t.tabs}
      tabs={[
        { to: '/cp/users', label: t.all, count: counts?.all },
        { to: '/cp/users/managers', label: t.managers, count: counts?.managers },
        { to: '/cp/users/admins', label: t.admins, count: counts?.admins },
        { to: '/cp/users/staff', label: t.staff, count: counts?.staff },
        { to: '/cp/users/dropshippers', label: t.dropshippers, count: counts?.dropshippers },
        ...others,
      ]}
    />
  );
}
