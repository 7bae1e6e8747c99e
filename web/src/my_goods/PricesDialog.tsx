import { formatMoney, PRICE_STEPS } from '@lanka/domain/kit/money';
import { priceMyGoods } from '@lanka/domain/my_goods/contract';
import { Markup } from '@lanka/domain/outfeeds/pricing';
import { Modal, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { Form, SubmitButton } from '../kit/form/Form';
import { MoneyField, PercentField, SelectField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { notifySuccess } from '../kit/overlay/notify';
import { useText } from '../kit/text';
import { inPortions } from './portions';
import { text } from './text';

/** An empty number is none. */
const numbered = (value: unknown): unknown => (value === '' || value === null ? 0 : value);
const schema = z.object({
  markup: z.preprocess((given) => {
    const { percent, fixed, round_to, ...rest } = given as Record<string, unknown>;
    return { ...rest, percent: numbered(percent), fixed: numbered(fixed), round_to: Number(round_to) };
  }, Markup),
});

export function PricesDialog({ ids, close }: { ids: readonly string[]; close: (done: boolean) => void }) {
  const t = useText(text);
  const client = useQueryClient();
  const form = useEntityForm({
    schema,
    initial: { markup: { basis: 'purchase', percent: 3_000, fixed: '', round_to: '100' } },
    guard: false,
    submit: ({ values: { markup } }) =>
      inPortions(client, ids, (some) => call(priceMyGoods, { body: { ids: some, markup } })),
    onSaved: (answers) => {
      const sum = (of: 'priced' | 'left_out') => answers.reduce((all, answer) => all + answer[of], 0);
      notifySuccess(t.priced(sum('priced'), sum('left_out')));
      close(true);
    },
  });
  return (
    <Modal opened onClose={() => close(false)} title={t.pricesOf(ids.length)} centered>
      <Form form={form}>
        <Stack gap="md">
          <SelectField
            {...form.field('markup.basis' as never)}
            label={t.basis}
            required
            options={(['purchase', 'recommended'] as const).map((value) => ({ value, label: t.bases[value] }))}
          />
          <PercentField {...form.field('markup.percent' as never)} label={t.percent} />
          <MoneyField {...form.field('markup.fixed' as never)} label={t.fixed} />
          <SelectField
            {...form.field('markup.round_to' as never)}
            label={t.roundTo}
            required
            options={PRICE_STEPS.map((step) => ({ value: String(step), label: formatMoney(step) }))}
          />
          <SubmitButton back={() => close(false)}>{t.apply}</SubmitButton>
        </Stack>
      </Form>
    </Modal>
  );
}
