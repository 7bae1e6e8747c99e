/** Prices of a modification beside the price itself: a column a level, and a dialog for those from a count on. */

import { formatAmount } from '@lanka/domain/kit/money';
import type { PriceLevel } from '@lanka/domain/price_levels/contract';
import { type FurtherPrice, inPriceOrder, priceProblems } from '@lanka/domain/price_levels/rules';
import { ActionIcon, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { IconPlus, IconStack2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { MoneyInput, QuantityInput } from '../kit/form/inputs';
import { useText } from '../kit/text';
import { levelPriceOf, withLevelPrice } from './form-values';
import { text } from './text';

interface PricesProps {
  prices: readonly FurtherPrice[];
  onChange: (prices: FurtherPrice[]) => void;
  /** What it is of, for those who do not see the column. */
  title: string;
  error?: string | undefined;
}

/** What a piece costs by the level, whatever the count. */
export function LevelPriceInput({ level, prices, onChange, title, error }: PricesProps & { level: PriceLevel }) {
  return (
    <MoneyInput
      label={`${level.name}: ${title}`}
      value={levelPriceOf(prices, level.id)}
      onChange={(price) => onChange(withLevelPrice(prices, level.id, price))}
      error={error}
    />
  );
}

/** Prices from a count on: the button says how many there are, the dialog has them. */
export function StepsButton({
  levels,
  prices,
  onChange,
  title,
  error,
}: PricesProps & { levels: readonly PriceLevel[] }) {
  const t = useText(text);
  const [opened, setOpened] = useState(false);
  const steps = prices.filter(({ from_count }) => from_count > 1);
  const [first] = [...steps].sort((a, b) => a.from_count - b.from_count);
  const shown = first
    ? `${t.fromCount(first.from_count)} – ${formatAmount(first.price)}${steps.length > 1 ? ` +${steps.length - 1}` : ''}`
    : t.addStep;
  return (
    <>
      <Button
        variant={error ? 'outline' : 'default'}
        {...(error ? { color: 'red' } : {})}
        size="compact-md"
        leftSection={<IconStack2 size={16} />}
        onClick={() => setOpened(true)}
        aria-label={`${shown}. ${t.stepsOf(title)}`}
      >
        {shown}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={t.stepsOf(title)} centered size="lg">
        <StepsForm
          levels={levels}
          prices={prices}
          error={error}
          done={(next) => {
            onChange(next);
            setOpened(false);
          }}
        />
      </Modal>
    </>
  );
}

interface Step {
  key: number;
  price_level_id: string | null;
  from_count: number | null;
  price: number | null;
}

const MAIN = 'main';
const isNumber = (value: number | null): value is number => value !== null && Number.isFinite(value);

interface StepsFormProps {
  levels: readonly PriceLevel[];
  prices: readonly FurtherPrice[];
  error: string | undefined;
  done: (prices: FurtherPrice[]) => void;
}

/** Rows of their own: what is typed goes into the modification when it is right, or not at all. */
function StepsForm({ levels, prices, error, done }: StepsFormProps) {
  const t = useText(text);
  const [steps, setSteps] = useState<Step[]>(() => {
    const known = inPriceOrder(prices)
      .filter(({ from_count }) => from_count > 1)
      .map((step, key) => ({ ...step, key }));
    return known.length > 0 ? known : [{ key: 0, price_level_id: null, from_count: null, price: null }];
  });
  const [isChecked, setChecked] = useState(false);
  const filled = steps.filter(({ from_count, price }) => from_count !== null || price !== null);
  const wrong = wrongSteps(filled, t);
  const change = (step: Step, patch: Partial<Step>) =>
    setSteps(steps.map((one) => (one === step ? { ...one, ...patch } : one)));
  const add = () => {
    const last = steps.at(-1);
    const key = Math.max(-1, ...steps.map((one) => one.key)) + 1;
    setSteps([...steps, { key, price_level_id: last?.price_level_id ?? null, from_count: null, price: null }]);
  };
  const save = () => {
    setChecked(true);
    if (wrong.size > 0) return;
    const kept = prices.filter(({ from_count }) => from_count === 1);
    done(
      inPriceOrder([
        ...kept,
        ...filled.map(({ price_level_id, from_count, price }) => ({
          ...{ price_level_id, from_count: from_count ?? 0, price: price ?? 0 },
        })),
      ]),
    );
  };
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.stepsHint}
      </Text>
      {error && (
        <Text size="sm" c="var(--text-negative)" role="alert">
          {error}
        </Text>
      )}
      {steps.map((step, i) => (
        <div key={step.key} className="price-step">
          {levels.length > 0 && (
            <Select
              label={t.whichPrice}
              value={step.price_level_id ?? MAIN}
              onChange={(value) => change(step, { price_level_id: value === MAIN ? null : value })}
              data={[{ value: MAIN, label: t.price }, ...levels.map(({ id, name }) => ({ value: id, label: name }))]}
              allowDeselect={false}
            />
          )}
          <QuantityInput
            label={t.fromPieces}
            min={2}
            value={step.from_count}
            onChange={(from_count) => change(step, { from_count })}
            error={isChecked && wrong.get(step.key)?.from_count}
          />
          <MoneyInput
            label={t.stepPrice}
            value={step.price}
            onChange={(price) => change(step, { price })}
            error={isChecked && wrong.get(step.key)?.price}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t.removeStep(i + 1)}
            onClick={() => setSteps(steps.filter((one) => one !== step))}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </div>
      ))}
      <Group justify="space-between">
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          {t.addStep}
        </Button>
        <Button onClick={save}>{t.done}</Button>
      </Group>
    </Stack>
  );
}

interface WrongStep {
  from_count?: string;
  price?: string;
}

function wrongSteps(steps: readonly Step[], t: ReturnType<typeof useText<typeof text.ua>>): Map<number, WrongStep> {
  const wrong = new Map<number, WrongStep>();
  for (const { key, from_count, price } of steps) {
    const found: WrongStep = {};
    if (!isNumber(from_count) || from_count < 2) found.from_count = t.stepFromTwo;
    if (!isNumber(price) || price < 0) found.price = t.stepNeedsPrice;
    if (Object.keys(found).length > 0) wrong.set(key, found);
  }
  const problems = priceProblems(steps.map((step) => ({ ...step, from_count: step.from_count ?? 0, price: 0 })));
  for (const { at, problem } of problems) {
    const key = steps[at]?.key;
    if (key === undefined || wrong.has(key)) continue;
    wrong.set(key, { from_count: problem === 'too_many' ? t.tooManySteps : t.stepRepeated });
  }
  return wrong;
}
