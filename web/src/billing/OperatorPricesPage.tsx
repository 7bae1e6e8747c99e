import { dayInWords, monthInWords } from '@lanka/domain/billing/lines';
import * as contract from '@lanka/domain/billing/prices';
import { audienceOf, monthOf } from '@lanka/domain/billing/rules';
import { formatMoney } from '@lanka/domain/kit/money';
import { builtPrice, PaidPlan } from '@lanka/domain/kit/plan_prices';
import { planTitle } from '@lanka/domain/kit/plans';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Amount, DateTime } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { DateField, MoneyField, SelectField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { OnlyStaff, OperatorTabs, ROOT } from '../operator';
import { invoiceText } from './invoice-text';
import { pricesText } from './prices-text';
import { useAsked } from './useAsked';

export const OperatorPricesPage = () => (
  <OnlyStaff>
    <Prices />
  </OnlyStaff>
);

/** `/cp/operator/billing/prices`: what plans cost from when. */
function Prices() {
  const t = useText(pricesText);
  const words = useText(invoiceText);
  const query = useCall(contract.listOperatorPrices, {});
  return (
    <Page title={t.prices} crumbs={[{ to: `${ROOT}/billing`, label: words.billing }]}>
      <OperatorTabs />
      <Text c="dimmed">{t.pricesHint}</Text>
      <Loaded query={query}>{({ items }) => <List prices={items} />}</Loaded>
      <NewPrice />
    </Page>
  );
}

/** Both sides have a plan of the same name. */
function useNames(): (plan: PaidPlan) => string {
  const { audience } = useText(invoiceText);
  const { locale } = useLocale();
  return (plan) => `${planTitle(plan, locale)} (${audience[audienceOf(plan)].toLowerCase()})`;
}

function List({ prices }: { prices: readonly contract.OperatorPrice[] }) {
  const t = useText(pricesText);
  const { locale } = useLocale();
  const name = useNames();
  const takeBack = useAction(contract.takeBackPlanPrice, { success: t.takenBack });
  return (
    <Section>
      <LineTable many>
        <thead>
          <tr>
            <th scope="col">{t.plan}</th>
            <LineHeads names={[t.from, t.price, t.oldPrice, t.pack, t.person, t.state]} />
          </tr>
        </thead>
        <tbody>
          {prices.map(
            ({ plan, from, price, old_price, extra_orders, extra_collaborator, state, set_by, set_at, note }) => (
              <tr key={`${plan} ${from}`}>
                <td className="line-name">
                  <Text fw={state === 'active' ? 600 : undefined}>{name(plan)}</Text>
                  {set_by && (
                    <Text size="sm" c="dimmed" className="wrap-anywhere">
                      {set_by.name} · <DateTime at={set_at} span inherit /> {note}
                    </Text>
                  )}
                </td>
                <LineCell label={t.from}>
                  <span className="nowrap">{from ? monthInWords(from, locale) : t.built}</span>
                </LineCell>
                {[
                  [t.price, price] as const,
                  [t.oldPrice, old_price] as const,
                  [t.pack, extra_orders] as const,
                  [t.person, extra_collaborator] as const,
                ].map(([label, kopecks]) => (
                  <LineCell key={label} label={label}>
                    {kopecks === null ? '–' : <Amount kopecks={kopecks} />}
                  </LineCell>
                ))}
                <LineCell label={t.state}>
                  {state === 'coming' && from ? (
                    <Group gap="xs" justify="flex-end" wrap="nowrap">
                      {t.states[state]}
                      <Button
                        size="compact-sm"
                        variant="default"
                        loading={takeBack.isPending}
                        aria-label={`${t.takeBack}: ${name(plan)}, ${monthInWords(from, locale)}`}
                        onClick={() => takeBack.mutate({ params: { plan, from } })}
                      >
                        {t.takeBack}
                      </Button>
                    </Group>
                  ) : (
                    t.states[state]
                  )}
                </LineCell>
              </tr>
            ),
          )}
        </tbody>
      </LineTable>
    </Section>
  );
}

const Body = contract.setPlanPrice.body;

function NewPrice() {
  const t = useText(pricesText);
  const { locale } = useLocale();
  const name = useNames();
  const set = useAction(contract.setPlanPrice, { quiet: true });
  const form = useEntityForm({
    schema: Body,
    initial: { plan: '', from: null, price: '', old_price: null, extra_orders: '', extra_collaborator: '', note: '' },
    submit: ({ values: { old_price, extra_orders, extra_collaborator, note, ...body } }) =>
      set.mutateAsync({
        body: {
          ...body,
          old_price: old_price ?? null,
          ...(extra_orders ? { extra_orders } : {}),
          ...(extra_collaborator ? { extra_collaborator } : {}),
          ...(note ? { note } : {}),
        },
      }),
    success: t.wasSet,
    guard: false,
  });
  const now = form.watch();
  const plan = PaidPlan.safeParse(now.plan).data;
  const built = plan ? builtPrice(plan) : null;
  const asked = useAsked(
    form,
    () => ({
      title: t.setTitle(
        plan ? name(plan) : '',
        formatMoney(Number(now.price)),
        dayInWords(monthOf(String(now.from)), locale),
      ),
      ...{ effects: [t.setEffect], confirmLabel: t.set },
    }),
    () => form.checkFields(['plan', 'from', 'price', 'old_price']),
  );
  return (
    <Section title={t.newPrice}>
      <Form form={asked}>
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <SelectField
              {...form.field('plan')}
              label={t.plan}
              required
              options={PaidPlan.options.map((value) => ({ value, label: name(value) }))}
            />
            <DateField {...form.field('from')} label={t.month} hint={t.monthHint} required />
            <MoneyField {...form.field('price')} label={t.price} required />
            <MoneyField {...form.field('old_price')} label={t.oldPrice} />
            {built?.extra_orders !== null && built !== null && (
              <MoneyField {...form.field('extra_orders')} label={t.pack} hint={t.leaveEmpty} />
            )}
            {built?.extra_collaborator !== null && built !== null && (
              <MoneyField {...form.field('extra_collaborator')} label={t.person} hint={t.leaveEmpty} />
            )}
          </SimpleGrid>
          <TextField {...form.field('note')} label={t.note} maxLength={300} />
          <SubmitButton>{t.set}</SubmitButton>
        </Stack>
      </Form>
    </Section>
  );
}
