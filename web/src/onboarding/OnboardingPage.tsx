import { updateMe } from '@lanka/domain/identity/contract';
import { Progress, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { stopStep, trackStep } from '../kit/analytics';
import { call } from '../kit/http/call';
import { notifyError } from '../kit/overlay/notify';
import { useDocumentTitle } from '../kit/page/page';
import { useSession } from '../kit/session';
import { remembered } from '../kit/storage';
import { useText } from '../kit/text';
import { AdvertisingStep } from './AdvertisingStep';
import { CompanyStep } from './CompanyStep';
import { FinalStep } from './FinalStep';
import { LegalStep } from './LegalStep';
import { PlacementStep } from './PlacementStep';
import { PlanStep } from './PlanStep';
import { DraftsContext, type StepProps } from './parts';
import { RoleStep } from './RoleStep';
import {
  BEGINNING,
  FINAL_STEP,
  lastReachable,
  type Path,
  type Place,
  placeFrom,
  placeOf,
  progressOf,
  type StepName,
  searchOf,
  stepName,
  TOTAL_STEPS,
} from './steps';
import { text } from './text';
import { WelcomeStep } from './WelcomeStep';

/** `/cp/onboarding?path=&step=` (specification §2.5). Left in the middle, it is taken up where it was left. */
export function OnboardingPage() {
  const { user } = useSession();
  const [search] = useSearchParams();
  const [left] = useState(() => placeFrom(user.onboardstatus));
  const untouched = !search.has('path') && !search.has('step');
  const [resumed, setResumed] = useState(false);
  useEffect(() => setResumed(true), []);
  if (untouched && !resumed && left && left.step > 0 && !user.onboarded)
    return <Navigate to={{ search: `?${new URLSearchParams(searchOf(left))}` }} replace />;
  return <Wizard />;
}

/** `/cp/dropshipper-onboarding`: the dropshipper's path, for who works here already. */
export function DropshipperOnboardingPage() {
  return <Wizard only="dropshipper" />;
}

function Wizard({ only }: { only?: Path }) {
  const t = useText(text);
  const navigate = useNavigate();
  const { user, refresh } = useSession();
  const [search, setSearch] = useSearchParams();
  // read once: with the plan step the user counts as onboarded, and then the shell forgets the stored choice
  const [stored] = useState(() => remembered('fw-subscription-plan'));
  const [drafts] = useState(() => new Map<string, object>());
  const asked = placeOf(search);
  const place = only ? { path: only, step: Math.max(1, asked.step) } : asked;
  const owned = user.projects.find(({ role }) => role === 'Owner');
  const plan = place.path === 'manufacturer' ? (owned?.subscription_plan ?? null) : user.subscription_plan;
  const reachable = lastReachable(place.path, { ...user, owns: owned !== undefined, plan });
  const name = stepName(place);
  useDocumentTitle(t.titles[name]);
  useEffect(() => {
    trackStep('onboarding', place.path, name);
    if (name === 'final') stopStep();
    // whoever goes on to another page has not dropped off
    return stopStep;
  }, [place.path, name]);

  const save = async (to: Place) => {
    try {
      await call(updateMe, { body: progressOf(to) });
      await refresh();
    } catch (error) {
      notifyError(error);
      throw error;
    }
  };
  const show = (to: Place) => setSearch(new URLSearchParams(searchOf(to)));
  const go = async (to: Place) => {
    await save(to);
    show(to);
  };
  const back = () => {
    const step = place.step - 1;
    if (only && step < 1) return navigate(-1);
    const to = step < 0 ? BEGINNING : { ...place, step };
    void save(to).catch(() => undefined);
    // stepping back from step 0 clears path and step (specification §2.5)
    if (step < 0) setSearch({});
    else show(to);
  };
  const pick = (path: Path) => setSearch(searchOf({ path, step: 0 }), { replace: true });
  const steps: StepProps = { next: () => go({ ...place, step: place.step + 1 }), back };

  // a link into the middle must not jump over what is required
  if (place.step > reachable && place.step > 0)
    return <Navigate to={{ search: `?${new URLSearchParams(searchOf({ ...place, step: reachable }))}` }} replace />;
  return (
    <Stack className="onboarding" gap="xl">
      {place.step > 0 && place.step < FINAL_STEP && (
        <div>
          <Text size="sm" c="dimmed" mb={6} role="status">
            {t.stepOf(place.step, TOTAL_STEPS)}
          </Text>
          <Progress value={(place.step / TOTAL_STEPS) * 100} aria-label={t.stepOf(place.step, TOTAL_STEPS)} />
        </div>
      )}
      <header>
        <Title order={1}>{t.titles[name]}</Title>
        {t.leads[name] && (
          <Text c="dimmed" mt="xs" size="lg">
            {t.leads[name]}
          </Text>
        )}
      </header>
      <DraftsContext value={drafts}>
        <Step name={name} path={place.path} steps={steps} pick={pick} isBeginning={search.size === 0} stored={stored} />
      </DraftsContext>
    </Stack>
  );
}

interface CurrentProps {
  name: StepName;
  path: Path;
  steps: StepProps;
  pick: (path: Path) => void;
  /** Nothing was chosen yet: there is no way back. */
  isBeginning: boolean;
  stored: string | null;
}

function Step({ name, path, steps, pick, isBeginning, stored }: CurrentProps) {
  switch (name) {
    case 'role':
      return <RoleStep {...steps} path={path} pick={pick} isBeginning={isBeginning} />;
    case 'welcome':
      return <WelcomeStep {...steps} />;
    case 'legal':
      return <LegalStep {...steps} />;
    case 'company':
      return <CompanyStep {...steps} />;
    case 'placement':
      return <PlacementStep {...steps} />;
    case 'advertising':
      return <AdvertisingStep {...steps} />;
    case 'plan':
      return <PlanStep {...steps} path={path} stored={stored} />;
    case 'final':
      return <FinalStep path={path} />;
  }
}
