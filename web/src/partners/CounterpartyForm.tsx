import { formatPercent } from '@lanka/domain/kit/money';
import { OnLimit } from '@lanka/domain/ledger/charges';
import * as contract from '@lanka/domain/partners/contract';
import { ownTerms } from '@lanka/domain/partners/group_terms';
import { SimpleGrid, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Section } from '../kit/display/facts';
import { Money, Percent } from '../kit/display/values';
import { Form, FormBar, SubmitButton } from '../kit/form/Form';
import {
  MoneyField,
  PercentField,
  PhoneField,
  QuantityField,
  SelectField,
  TextareaField,
  TextField,
} from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { usePriceLevels } from '../price_levels';
import { useManagers } from '../projects';
import { text } from './text';

type Fields = EntityForm<typeof contract.CreateCounterpartyBody> | EntityForm<typeof contract.UpdateCounterpartyBody>;

interface CounterpartyFieldsProps {
  form: Fields;
  foot: ReactNode;
  /** One that is there already. */
  counterparty?: contract.Counterparty;
}

function CounterpartyFields({ form, foot, counterparty }: CounterpartyFieldsProps) {
  const t = useText(text);
  const managers = useManagers();
  const levels = usePriceLevels(useProjectId());
  const field = form.field as EntityForm<typeof contract.CreateCounterpartyBody>['field'];
  const groupOf = (id: string | null | undefined) => counterparty?.groups.find((group) => group.id === id)?.name;
  const discountGroup = groupOf(counterparty?.discount_group_id);
  const levelGroup = groupOf(counterparty?.price_level_group_id);
  const labels = {
    name: t.name,
    legal_name: t.legalName,
    email: t.email,
    phone: t.phone,
    manager_id: t.manager,
    discount: t.discount,
    price_level_id: t.priceLevel,
    refusal_charge: t.refusalCharge,
    payment_days: t.paymentDays,
    credit_limit: t.creditLimit,
    on_limit: t.onLimit,
    comment: t.comment,
  };
  const show = (name: string, value: unknown) => {
    if (name === 'discount') return <Percent part={Number(value)} />;
    if (name === 'refusal_charge') return <Money kopecks={Number(value)} />;
    if (name === 'credit_limit') return value === null ? t.noLimit : <Money kopecks={Number(value)} />;
    if (name === 'payment_days') return value === null ? t.noDays : t.days(Number(value));
    if (name === 'on_limit') return t.onLimits[value === 'refuse' ? 'refuse' : 'warn'];
    if (name === 'manager_id') return managers.find((one) => one.value === value)?.label;
    if (name === 'price_level_id') return levels.options.find((one) => one.value === value)?.label ?? t.mainPrice;
    return undefined;
  };
  return (
    <Form form={form} labels={labels} show={show}>
      <Section>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextField {...field('name')} label={t.name} hint={t.nameHint} required maxLength={120} />
            <TextField {...field('legal_name')} label={t.legalName} hint={t.legalNameHint} maxLength={200} />
            <TextField {...field('email')} label={t.email} type="email" autoComplete="off" />
            <PhoneField {...field('phone')} label={t.phone} />
            <SelectField {...field('manager_id')} label={t.manager} options={managers} placeholder={t.allManagers} />
            <PercentField
              {...field('discount')}
              label={t.discount}
              hint={
                discountGroup
                  ? t.discountOfGroup(formatPercent(counterparty?.discount ?? 0), discountGroup)
                  : t.discountHint
              }
            />
            <MoneyField {...field('refusal_charge')} label={t.refusalCharge} hint={t.refusalChargeHint} />
            <QuantityField
              {...field('payment_days')}
              label={t.paymentDays}
              hint={t.paymentDaysHint}
              min={0}
              max={contract.MAX_PAYMENT_DAYS}
            />
            <MoneyField {...field('credit_limit')} label={t.creditLimit} hint={t.creditLimitHint} />
            <SelectField
              {...field('on_limit')}
              label={t.onLimit}
              hint={t.onLimitHint}
              required
              options={OnLimit.options.map((value) => ({ value, label: t.onLimits[value] }))}
            />
            {levels.options.length > 0 && (
              <SelectField
                {...field('price_level_id')}
                label={t.priceLevel}
                hint={levelGroup ? t.levelOfGroup(counterparty?.price_level_name ?? '', levelGroup) : t.priceLevelHint}
                options={levels.options}
                placeholder={t.mainPrice}
              />
            )}
          </SimpleGrid>
          <TextareaField {...field('comment')} label={t.comment} maxLength={1000} />
        </Stack>
      </Section>
      {foot}
    </Form>
  );
}

export function NewCounterpartyPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const create = useAction(contract.createCounterparty, { success: t.created, quiet: true });
  const form = useEntityForm({
    schema: contract.CreateCounterpartyBody,
    initial: {
      name: '',
      legal_name: '',
      email: '',
      phone: '',
      manager_id: '',
      discount: 0,
      price_level_id: '',
      refusal_charge: 0,
      payment_days: '',
      credit_limit: '',
      on_limit: 'warn',
      comment: '',
    },
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: (made) => navigate(`/cp/counterparties/${made.id}`, { replace: true }),
  });
  return (
    <Page title={t.create} crumbs={[{ to: '/cp/counterparties', label: t.title }]} narrow>
      <CounterpartyFields
        form={form}
        foot={
          <div>
            <SubmitButton back="/cp/counterparties">{t.create}</SubmitButton>
          </div>
        }
      />
    </Page>
  );
}

export function EditCounterparty({ counterparty }: { counterparty: contract.Counterparty }) {
  const t = useText(text);
  const project_id = useProjectId();
  const update = useAction(contract.updateCounterparty, { quiet: true });
  const form = useEntityForm({
    schema: contract.UpdateCounterpartyBody,
    // its own: what a group gives is not written over by saving it
    initial: { ...counterparty, ...ownTerms(counterparty) },
    version: counterparty.version,
    success: t.saved,
    submit: ({ changed, version }) =>
      update.mutateAsync({ params: { project_id, id: counterparty.id }, body: changed, if_match: version }),
  });
  return <CounterpartyFields form={form} foot={<FormBar />} counterparty={counterparty} />;
}
