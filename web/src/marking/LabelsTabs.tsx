import { RouteTabs } from '../kit/page/route-tabs';
import { useText } from '../kit/text';
import { text } from './text';

export function LabelsTabs() {
  const t = useText(text);
  return (
    <RouteTabs
      label={t.sections}
      tabs={[
        { to: '/cp/labels', label: t.print },
        { to: '/cp/labels/templates', label: t.templates },
        { to: '/cp/labels/settings', label: t.settings },
      ]}
    />
  );
}
