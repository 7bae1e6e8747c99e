import * as contract from '@lanka/domain/billing/prices';
import type { Audience } from '@lanka/domain/kit/plans';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { DateTime } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, MoneyField, PercentField, RadioField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { useConfirm } from '../kit/overlay/confirm';
import { Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { discountInWords } from './discount-words';
import { pricesText } from './prices-text';

interface Of {
  audience: Audience;
  id: string;
}

/** What is taken off this payer's plan, on his page. */
export function Discounts({ audience, id }: Of) {
  const t = useText(pricesText);
  const query = usePages<contract.PlanDiscount>(contract.listPlanDiscounts, { query: { payer_id: id } });
  return (
    <>
      <Section title={t.discounts}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t.discountHint}
          </Text>
          <Loaded query={query}>
            {(items) =>
              items.length === 0 ? (
                <Text c="dimmed">{t.noDiscounts}</Text>
              ) : (
                <Stack gap="sm">
                  {items.map((one) => (
                    <One key={one.id} discount={one} />
                  ))}
                  <MoreRows list={query} />
                </Stack>
              )
            }
          </Loaded>
        </Stack>
      </Section>
      <Give audience={audience} id={id} />
    </>
  );
}

function One({ discount }: { discount: contract.PlanDiscount }) {
  const t = useText(pricesText);
  const { locale } = useLocale();
  const confirm = useConfirm();
  const end = useAction(contract.endPlanDiscount, { success: t.ended });
  const { id, state, until, reason, given_by, created_at } = discount;
  const ask = async () => {
    const effects = [state === 'coming' ? t.endBefore : t.endNow];
    if (await confirm({ title: t.endTitle, effects, confirmLabel: t.end })) end.mutate({ params: { id } });
  };
  const isOpen = state === 'coming' || state === 'active';
  return (
    <Group justify="space-between" align="flex-start">
      <div>
        <Text c={isOpen ? undefined : 'dimmed'}>
          {discountInWords(discount, locale)} · {t.states[state]}
        </Text>
        <Text size="sm" c="dimmed" className="wrap-anywhere">
          {reason} · {given_by.name} · <DateTime at={created_at} span inherit />
        </Text>
      </div>
      {isOpen && (state === 'coming' || until === null) && (
        <Button variant="default" size="compact-sm" loading={end.isPending} onClick={() => void ask()}>
          {t.end}
        </Button>
      )}
    </Group>
  );
}

function Give({ audience, id }: Of) {
  const t = useText(pricesText);
  const give = useAction(contract.givePlanDiscount, { quiet: true });
  const [round, setRound] = useState(0);
  const form = useEntityForm({
    schema: contract.givePlanDiscount.body.omit({ audience: true, payer_id: true }),
    initial: { kind: 'percent', value: '', from: null, until: null, reason: '' },
    submit: ({ values }) => give.mutateAsync({ body: { ...values, audience, payer_id: id } }),
    onSaved: () => setRound(round + 1),
    success: t.given,
    guard: false,
  });
  const Value = form.watch().kind === 'sum' ? MoneyField : PercentField;
  return (
    <Section title={t.newDiscount}>
      <Form form={form}>
        <Stack key={round}>
          <RadioField
            {...form.field('kind')}
            label={t.kind}
            options={(['percent', 'sum'] as const).map((value) => ({ value, label: t.kinds[value] }))}
          />
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            <Value {...form.field('value')} label={form.watch().kind === 'sum' ? t.sum : t.percent} required />
            <DateField {...form.field('from')} label={t.first} hint={t.monthHint} required />
            <DateField {...form.field('until')} label={t.last} hint={t.lastHint} />
          </SimpleGrid>
          <TextField {...form.field('reason')} label={t.reason} maxLength={300} required />
          <SubmitButton>{t.give}</SubmitButton>
        </Stack>
      </Form>
    </Section>
  );
}
