import { RouteTabs } from '../kit/page/route-tabs';
import { useText } from '../kit/text';
import { text } from './text';

export function AutomationTabs() {
  const t = useText(text);
  const tabs = [
    { to: '/cp/automation', label: t.rules },
    { to: '/cp/automation/runs', label: t.runs },
  ];
  return <RouteTabs label={t.sections} tabs={tabs} />;
}
