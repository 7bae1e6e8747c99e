import { planNames, plansThatLift } from '@lanka/domain/kit/plans';
import { countMembers } from '@lanka/domain/projects/contract';
import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCall } from '../../kit/http/query';
import { useKnownRoute } from '../../kit/page/routes';
import { useProjectId } from '../../kit/session';
import { useLocale, useText } from '../../kit/text';
import { text } from './text';

export function useCounts(q?: string) {
  const project_id = useProjectId();
  return useCall(countMembers, { params: { project_id }, query: q ? { q } : {} }, { keepPrevious: true }).data;
}

/** How many places the plan has for staff, and how many are taken; when all are, the way to more. */
export function Collaborators() {
  const t = useText(text);
  const counts = useCounts();
  if (!counts) return null;
  const { used, pending, allowed } = counts.collaborators;
  if (allowed !== null && used >= allowed) return <LimitReached />;
  const words = [
    allowed === null ? t.collaboratorsFree(used) : t.collaborators(used, allowed),
    pending > 0 && t.collaboratorsPending(pending),
  ];
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {words.filter(Boolean).join(' · ')}
      </Text>
      {allowed !== null && <Progress value={(used / allowed) * 100} w={120} aria-hidden />}
    </Group>
  );
}

/** Which limit, how much of it is used, what lifts it (domain.md, Plans). */
export function LimitReached() {
  const t = useText(text);
  const { locale } = useLocale();
  const known = useKnownRoute();
  const counts = useCounts();
  if (!counts) return null;
  const { used, allowed } = counts.collaborators;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle />} title={t.limitReached}>
      <Text size="sm">
        {allowed !== null && `${t.collaborators(used, allowed)}. `}
        {t.limitText(planNames(plansThatLift('collaborators', used + 1), locale))}
      </Text>
      {known('/cp/billing') && (
        <Button component={Link} to="/cp/billing" variant="default" mt="sm">
          {t.changePlan}
        </Button>
      )}
    </Alert>
  );
}
