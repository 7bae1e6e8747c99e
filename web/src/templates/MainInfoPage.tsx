import { MAX_SIDE, SIDES } from '@lanka/domain/kit/size';
import {
  COD_PAYERS,
  MAX_DRAFT_DAYS,
  MAX_LOW_STOCK,
  MAX_PREFIX,
  type MainInfo,
  MainInfoBody,
  PREFIXED,
  readMainInfo,
  updateMainInfo,
} from '@lanka/domain/templates/main_info';
import { Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { Suspense } from 'react';
import { Section } from '../kit/display/facts';
import { Form, FormBar } from '../kit/form/Form';
import {
  CheckboxField,
  type FieldProps,
  MoneyField,
  PercentField,
  QuantityField,
  RadioField,
  TagsField,
  TextareaField,
  TextField,
  useBound,
} from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import { mainInfoPart } from './panels';
import { priceSteps } from './price-steps';
import { TemplateTabs } from './TemplateTabs';
import { text } from './text';

/** General settings: what new modifications and new papers begin with (specification §2.3, main-info). */
export function MainInfoPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const parts = useHook(mainInfoPart);
  const info = useCall(readMainInfo, { params: { project_id } });
  return (
    <Page title={t.title} subtitle={t.subtitle} crumbs={[{ to: '/cp/products', label: t.products }]} narrow>
      <TemplateTabs />
      <Loaded query={info}>{(known) => <InfoForm info={known} />}</Loaded>
      {can('templates.edit') && (
        <Suspense>
          {parts.map(({ id, Component }) => (
            <Component key={id} />
          ))}
        </Suspense>
      )}
    </Page>
  );
}

function InfoForm({ info }: { info: MainInfo }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const update = useAction(updateMainInfo, { quiet: true });
  const form = useEntityForm({
    schema: MainInfoBody,
    initial: info,
    version: info.version,
    success: t.infoSaved,
    submit: ({ changed, version }) =>
      update.mutateAsync({
        params: { project_id },
        body: changed,
        ...(version === undefined ? {} : { if_match: version }),
      }),
  });
  const disabled = !can('templates.edit');
  return (
    <Form
      form={form}
      labels={{
        units: t.units,
        prefixes: t.prefixes,
        default_weight: t.weight,
        default_size: t.size,
        price_step: t.rounding,
        low_stock: t.lowStock,
        draft_days: t.draftDays,
        cod_payer: t.codPayer,
        cod_percent: t.codPercent,
        cod_fixed: t.codFixed,
        own_waybills: t.ownWaybills,
        paper_terms: t.terms,
        paper_footer: t.footer,
      }}
    >
      <Section title={t.unitsSection}>
        <TagsField {...form.field('units')} label={t.units} hint={t.unitsHint} disabled={disabled} />
      </Section>
      <Section title={t.newGoods}>
        <Stack gap="md">
          <QuantityField
            {...form.field('default_weight')}
            label={t.weight}
            hint={t.weightHint}
            max={10_000_000}
            disabled={disabled}
          />
          <div>
            <Group grow preventGrowOverflow align="flex-start" gap="sm">
              {SIDES.map((side) => (
                <QuantityField
                  key={side}
                  {...form.field(`default_size.${side}`)}
                  label={t[side]}
                  min={1}
                  max={MAX_SIDE}
                  disabled={disabled}
                />
              ))}
            </Group>
            <Text size="xs" c="dimmed" mt={4}>
              {t.sizeHint}
            </Text>
          </div>
        </Stack>
      </Section>
      <Section title={t.stock}>
        <QuantityField
          {...form.field('low_stock')}
          label={t.lowStock}
          hint={t.lowStockHint}
          max={MAX_LOW_STOCK}
          disabled={disabled}
        />
      </Section>
      <Section title={t.prices}>
        <StepField {...form.field('price_step')} label={t.rounding} hint={t.roundingHint} disabled={disabled} />
      </Section>
      <Section title={t.drafts}>
        <QuantityField
          {...form.field('draft_days')}
          label={t.draftDays}
          hint={t.draftDaysHint}
          min={1}
          max={MAX_DRAFT_DAYS}
          disabled={disabled}
        />
      </Section>
      <Section title={t.cod}>
        <Stack gap="md">
          <RadioField
            {...form.field('cod_payer')}
            label={t.codPayer}
            hint={t.codHint}
            disabled={disabled}
            options={COD_PAYERS.map((value) => ({ value, label: t.codPayers[value] }))}
          />
          <Group grow preventGrowOverflow align="flex-start" gap="sm">
            <PercentField {...form.field('cod_percent')} label={t.codPercent} disabled={disabled} />
            <MoneyField {...form.field('cod_fixed')} label={t.codFixed} disabled={disabled} />
          </Group>
          <CheckboxField
            {...form.field('own_waybills')}
            label={t.ownWaybills}
            hint={t.ownWaybillsHint}
            disabled={disabled}
          />
        </Stack>
      </Section>
      <Section title={t.papers}>
        <Stack gap="md">
          <TextareaField
            {...form.field('paper_terms')}
            label={t.terms}
            hint={t.termsHint}
            maxLength={1_000}
            disabled={disabled}
          />
          <TextField
            {...form.field('paper_footer')}
            label={t.footer}
            hint={t.footerHint}
            maxLength={300}
            disabled={disabled}
          />
        </Stack>
      </Section>
      <Section title={t.prefixes}>
        <Stack gap={4}>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm">
            {PREFIXED.map((what) => (
              <TextField
                key={what}
                {...form.field(`prefixes.${what}`)}
                label={t.prefixOf[what]}
                maxLength={MAX_PREFIX}
                disabled={disabled}
              />
            ))}
          </SimpleGrid>
          <Text size="xs" c="dimmed">
            {t.prefixesHint}
          </Text>
        </Stack>
      </Section>
      <FormBar />
    </Form>
  );
}

function StepField(props: FieldProps) {
  const { value, onChange, common } = useBound(props);
  return (
    <Select
      {...common}
      data={priceSteps}
      value={String(value)}
      onChange={(next) => onChange(Number(next))}
      allowDeselect={false}
    />
  );
}
