import { useText } from '../kit/text';
import { RouteTabs } from '../kit/ui/route-tabs';
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
      ]}
    />
  );
}
