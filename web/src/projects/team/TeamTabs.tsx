import { RouteTabs } from '../../kit/page/route-tabs';
import { useText } from '../../kit/text';
import { useCounts } from './Collaborators';
import { text } from './text';

/** Specification §2.3, Users: all, managers, admins, staff, applications. */
export function TeamTabs({ q }: { q?: string | undefined }) {
  const t = useText(text);
  const counts = useCounts(q);
  return (
    <RouteTabs
      label={t.tabs}
      tabs={[
        { to: '/cp/users', label: t.all, count: counts?.all },
        { to: '/cp/users/managers', label: t.managers, count: counts?.managers },
        { to: '/cp/users/admins', label: t.admins, count: counts?.admins },
        { to: '/cp/users/staff', label: t.staff, count: counts?.staff },
        { to: '/cp/users/applications', label: t.applications, count: counts?.applications },
      ]}
    />
  );
}
