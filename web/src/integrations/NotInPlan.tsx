import { planRefusal } from '@lanka/domain/integrations/rules';
import type { ServiceName } from '@lanka/domain/integrations/services';
import type { DomainError } from '@lanka/domain/kit/errors';
import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { words } from '../kit/words';

/** What calls of the service are refused with because the plan of the project lacks it; null where it does not. */
export const usePlanRefusal = (service: ServiceName): DomainError | null =>
  planRefusal(service, useSession().project?.subscription_plan ?? null);

/** Says which plans have the service, and leads there whoever may choose one; nothing where the plan has it. */
export function NotInPlan({ service }: { service: ServiceName }) {
  const t = useText(words);
  const { locale } = useLocale();
  const { can } = useSession();
  const refusal = usePlanRefusal(service);
  if (!refusal) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle />} py="xs">
      {refusal.message_in(locale)}
      {can('billing.manage') && (
        <Anchor component={Link} to="/cp/billing/billing" inherit display="block" mt={4}>
          {t.toPlans}
        </Anchor>
      )}
    </Alert>
  );
}
