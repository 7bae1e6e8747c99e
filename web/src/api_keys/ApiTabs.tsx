import { RouteTabs } from '../kit/page/route-tabs';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** The tabs of API access (specification §2.3), those that are there. */
export function ApiTabs() {
  const t = useText(text);
  const { can } = useSession();
  return (
    <RouteTabs
      label={t.tabs}
      tabs={[
        { to: '/cp/integrations/api', label: t.data, hidden: !can('static_data.read') },
        { to: '/cp/integrations/api/requests', label: t.siteRequests, hidden: !can('request_forms.read') },
        { to: '/cp/integrations/api/keys', label: t.keys, hidden: !can('api_keys.read') },
      ]}
    />
  );
}
