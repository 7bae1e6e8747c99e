import { setMyPlan, setProjectPlan, type Usage } from '@lanka/domain/billing/contract';
import { DropshipperPlan, ManufacturerPlan } from '@lanka/domain/kit/plans';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { OverLimits, overLimits, PlanCards } from '../billing';
import { useAction } from '../kit/http/query';
import { notifyError } from '../kit/overlay/notify';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { StepButtons, type StepProps, useDraft, useKept } from './parts';
import { firstChoice, isOffered, offered, type Path, popular } from './steps';
import { text } from './text';

interface PlanStepProps extends StepProps {
  path: Path;
  /** What was chosen on the public pages. */
  stored: string | null;
}

/** The plan need not be paid at once (specification §2.5, §4 Plan selection). */
export function PlanStep({ next, back, path, stored }: PlanStepProps) {
  const t = useText(text);
  const { user, refresh } = useSession();
  const owned = user.projects.find(({ role }) => role === 'Owner');
  const own = path === 'manufacturer' ? (owned?.subscription_plan ?? null) : user.subscription_plan;
  const draft = useDraft(`plan ${path}`, { chosen: firstChoice(path, own, stored) });
  const [chosen, setChosen] = useState(draft.start.chosen);
  useKept(draft, { chosen });
  const [going, setGoing] = useState(false);
  const [over, setOver] = useState<readonly Usage[]>([]);
  const saveProject = useAction(setProjectPlan, { quiet: true });
  const saveMine = useAction(setMyPlan, { quiet: true });
  const save = async () => {
    if (path === 'manufacturer') {
      await saveProject.mutateAsync({
        params: { project_id: owned?.id ?? '' },
        body: { subscription_plan: ManufacturerPlan.parse(chosen) },
      });
    } else await saveMine.mutateAsync({ body: { subscription_plan: DropshipperPlan.parse(chosen) } });
    await refresh();
  };
  const go = async () => {
    setGoing(true);
    setOver([]);
    try {
      await save();
    } catch (error) {
      const limits = overLimits(error);
      setOver(limits);
      // a dropshipper is told of an unexpected error, and it is logged (specification §8)
      if (limits.length === 0) notifyError(path === 'dropshipper' ? new Error('plan', { cause: error }) : error);
      return setGoing(false);
    }
    // that one tells of its failure itself
    await next().catch(() => setGoing(false));
  };
  return (
    <Stack gap="lg">
      <OverLimits over={over} />
      <PlanCards plans={offered(path)} popular={popular(path)} chosen={chosen} choose={setChosen} />
      <Text c="dimmed" ta="center">
        {t.planNote}
      </Text>
      <StepButtons back={back} next={() => void go()} busy={going} disabled={!isOffered(path, chosen)} />
    </Stack>
  );
}
