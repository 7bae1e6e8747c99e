import { RouteTabs } from '../kit/page/route-tabs';
import { useText } from '../kit/text';
import { text } from './text';

/** Specification §2.3, Project settings. */
export function SettingsTabs() {
  const t = useText(text);
  return (
    <RouteTabs
      label={t.sections}
      tabs={[
        { to: '/cp/settings', label: t.project },
        { to: '/cp/settings/payments', label: t.payment },
        { to: '/cp/settings/address', label: t.address },
        { to: '/cp/settings/catalogue', label: t.showcase },
        { to: '/cp/settings/comments', label: t.commentTemplates },
      ]}
    />
  );
}
