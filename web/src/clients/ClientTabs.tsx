import { RouteTabs } from '../kit/page/route-tabs';
import { useText } from '../kit/text';
import { useClientCalls } from './calls';
import { text } from './text';

/** A dropshipper has only clients of his own. */
export function ClientTabs() {
  const t = useText(text);
  const { isMine } = useClientCalls();
  if (isMine) return null;
  return (
    <RouteTabs
      label={t.sections}
      tabs={[
        { to: '/cp/clients', label: t.own },
        { to: '/cp/clients/of-dropshippers', label: t.ofDropshippers },
      ]}
    />
  );
}
