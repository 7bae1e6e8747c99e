import { setMyPlan, setProjectPlan } from '@lanka/domain/billing/contract';
import { DropshipperPlan, ManufacturerPlan } from '@lanka/domain/kit/plans';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PlanCards } from '../billing';
import { useAction } from '../kit/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { StepButtons, type StepProps } from './parts';
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
  const [chosen, setChosen] = useState(() => firstChoice(path, own, stored));
  const [going, setGoing] = useState(false);
  const saveProject = useAction(setProjectPlan);
  const saveMine = useAction(setMyPlan);
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
    try {
      await save();
      await next();
    } catch {
      setGoing(false);
    }
  };
  return (
    <Stack gap="lg">
      <PlanCards plans={offered(path)} popular={popular(path)} chosen={chosen} choose={setChosen} />
      <Text c="dimmed" ta="center">
        {t.planNote}
      </Text>
      <StepButtons back={back} next={() => void go()} busy={going} disabled={!isOffered(path, chosen)} />
    </Stack>
  );
}
