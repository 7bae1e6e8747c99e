/**
 * A long form in steps, with a summary at the end. The step stands in the URL (`?step=`), so that «back» goes back
 * a step. Inside a `<Form>`: a step with `fields` lets on only when those are right.
 *
 *   <Form form={form}>
 *     <Steps form={form} steps={[
 *       { title: t.items, fields: ['items'], content: <Items /> },
 *       { title: t.client, fields: ['customer'], content: <Customer /> },
 *     ]} summary={<Summary />} submitLabel={t.create} back="/cp/orders" />
 *   </Form>
 */
import { Button, Group, Progress, Stack, Stepper, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { Link, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { useText } from '../text';
import { words } from '../words';
import { SubmitButton } from './Form';
import { UnderWayContext } from './under-way';

export interface FormStep<N extends string = string> {
  title: string;
  content: ReactNode;
  fields?: readonly N[];
  /** What else the server may refuse of this step, by the names of its fields. */
  refusable?: readonly string[];
  /** A further condition; false keeps the person here (the step itself says why). */
  ready?: () => boolean | Promise<boolean>;
}

/** What steps need of their form. */
export interface StepsForm<N extends string = string> {
  checkFields(names: readonly N[]): Promise<boolean>;
  refused: { readonly name: string } | null;
  /** Something is typed already. */
  isDirty: boolean;
}

interface StepsProps<N extends string> {
  form: StepsForm<N>;
  steps: readonly FormStep<N>[];
  summary: ReactNode;
  submitLabel: string;
  /** The page to return to from the first step, without saving. */
  back: string;
}

export const stepFrom = (text: string | null, last: number): number => {
  const step = Number(text ?? 0);
  return Number.isInteger(step) && step >= 0 ? Math.min(step, last) : 0;
};

/**
 * The step of the URL within what has been visited: a link into the middle starts at the beginning, and so does a
 * reload, which leaves nothing of what was typed. Forward in the browser leads no further than that either; only a press
 * in the form does.
 */
function useStep(form: Pick<StepsForm, 'isDirty'>, last: number) {
  const [search, setSearch] = useSearchParams();
  const { key } = useLocation();
  const [first] = useState(key);
  const [visited, setVisited] = useState(form.isDirty ? last : 0);
  const isPressed = useNavigationType() !== 'POP' && key !== first;
  const text = search.get('step');
  const step = stepFrom(text, isPressed ? last : visited);
  const go = (next: number, replace = false) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.set('step', String(next));
        return after;
      },
      { preventScrollReset: false, replace },
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    setVisited((before) => Math.max(before, step));
    if (text !== null && text !== String(step)) go(step, true);
  }, [text, step]);
  return { step, go };
}

export function Steps<N extends string>({ form, steps, summary, submitLabel, back }: StepsProps<N>) {
  const t = useText(words);
  const { step, go } = useStep(form, steps.length);
  const files = useContext(UnderWayContext);
  const forward = async (target: number) => {
    for (let i = step; i < target; i += 1) {
      const at = steps[i];
      const fine = (!at?.fields || (await form.checkFields(at.fields))) && ((await at?.ready?.()) ?? true);
      if (!fine) return i === step ? undefined : go(i);
    }
    go(target);
  };
  /** A file that is still being sent would be lost with its step. */
  const choose = async (target: number) => {
    if (!((await files?.settled()) ?? true)) return;
    if (target <= step) go(target);
    else await forward(target);
  };
  // what the server refuses is mended where it stands
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    const name = form.refused?.name.split('.')[0];
    const at = steps.findIndex(({ fields = [], refusable = [] }) =>
      [...fields, ...refusable].some((one) => one === name),
    );
    if (name !== undefined && at >= 0 && at !== step) go(at);
  }, [form.refused]);
  const titles = [...steps.map((one) => one.title), t.summary];
  const narrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const content = step < steps.length ? steps[step]?.content : summary;
  return (
    <Stack gap="lg">
      {narrow ? (
        <div>
          <Text fw={600} mb="xs" role="status">
            {t.stepOf(step + 1, titles.length, titles[step] ?? '')}
          </Text>
          <Progress value={((step + 1) / titles.length) * 100} aria-hidden />
        </div>
      ) : (
        <Stepper active={step} onStepClick={(target) => void choose(target)} size="sm" wrap={false}>
          {titles.map((title) => (
            <Stepper.Step key={title} label={title} />
          ))}
        </Stepper>
      )}
      <div>{content}</div>
      <Group justify="space-between">
        {step === 0 ? (
          <Button variant="default" component={Link} to={back}>
            {t.cancel}
          </Button>
        ) : (
          <Button variant="default" onClick={() => void choose(step - 1)} disabled={files?.isAwaited}>
            {t.back}
          </Button>
        )}
        {step < steps.length ? (
          <Button onClick={() => void choose(step + 1)} loading={files?.isAwaited}>
            {t.next}
          </Button>
        ) : (
          <SubmitButton>{submitLabel}</SubmitButton>
        )}
      </Group>
    </Stack>
  );
}
