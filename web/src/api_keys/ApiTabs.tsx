import { RouteTabs } from '../kit/page/route-tabs';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { useIsDropshipper } from './calls';
import { text } from './text';

/** The tabs of API access (specification §2.3), those that are there. A dropshipper has keys and webhooks of his own. */
export function ApiTabs() {
  const t = useText(text);
  const { can } = useSession();
  const isMine = useIsDropshipper();
  return (
    <RouteTabs
      label={t.tabs}
      tabs={[
        { to: '/cp/integrations/api', label: t.data, hidden: isMine || !can('static_data.read') },
        { to: '/cp/integrations/api/requests', label: t.siteRequests, hidden: isMine || !can('request_forms.read') },
        { to: '/cp/integrations/api/console', label: t.console, hidden: !isMine && !can('api_keys.read') },
        { to: '/cp/integrations/api/keys', label: t.keys, hidden: !isMine && !can('api_keys.read') },
        { to: '/cp/integrations/api/webhooks', label: t.webhooks, hidden: !isMine && !can('webhooks.read') },
        { to: '/cp/integrations/api/sandbox', label: t.sandbox, hidden: isMine || !can('sandbox.read') },
        { to: '/cp/integrations/api/notices', label: t.notices, hidden: !isMine && !can('request_forms.read') },
      ]}
    />
  );
}
