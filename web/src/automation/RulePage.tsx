import * as contract from '@lanka/domain/automation/contract';
import { ARRIVALS, MOVES, PAID_STATES } from '@lanka/domain/automation/rules';
import { suggestForOrders } from '@lanka/domain/orders/contract';
import { DELIVERY_STATES } from '@lanka/domain/orders/happenings';
import { STATUSES } from '@lanka/domain/orders/machine';
import { listCounterpartyNames } from '@lanka/domain/partners/contract';
import { Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { ChosenField } from '../kit/form/ChosenField';
import { Form, FormBar, SubmitButton } from '../kit/form/Form';
import {
  type FieldProps,
  MoneyField,
  RadioField,
  SelectField,
  SwitchField,
  TagsField,
  TextareaField,
  TextField,
  useBound,
} from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { EMPTY, RuleForm, toBody } from './form';
import { text } from './text';

const HOME = '/cp/automation';
const FOUND = 20;

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

interface Choice {
  value: string;
  label: string;
}

function ChecksField({ options, ...props }: FieldProps & { options: readonly Choice[] }) {
  const { value, onChange, common } = useBound(props);
  const { label, description, error, withAsterisk } = common;
  return (
    <Checkbox.Group {...{ label, description, error, withAsterisk }} value={value as string[]} onChange={onChange}>
      <Group gap="md" my="xs">
        {options.map((option) => (
          <Checkbox key={option.value} {...option} onBlur={common.onBlur} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function Fields({ form, foot }: { form: EntityForm<typeof RuleForm>; foot: ReactNode }) {
  const t = useText(text);
  const { locale } = useLocale();
  const now = form.watch();
  const statuses = ARRIVALS.map((value) => ({ value, label: STATUSES[value][locale] }));
  const paidStates = PAID_STATES.map((value) => ({ value, label: t.paid[value] }));
  const deliveryStates = DELIVERY_STATES.map((value) => ({ value, label: t.delivery[value] }));
  const labels = {
    ...{ name: t.name, enabled: t.enabled, trigger: t.trigger, statuses: t.statuses, paid_states: t.paidStates },
    delivery_states: t.deliveryStates,
    ...{
      sum_from: t.sumFrom,
      sum_to: t.sumTo,
      counterparties: t.people,
      tags: t.tags,
      move_to: t.moveTo,
      paper: t.paper,
    },
    ...{ comment: t.comment, comment_visibility: t.visibility, notice_to: t.noticeTo, notice_text: t.noticeText },
  };
  return (
    <Form form={form} labels={labels}>
      <Section>
        <Stack gap="md">
          <TextField {...form.field('name')} label={t.name} hint={t.nameHint} required maxLength={120} />
          <SwitchField {...form.field('enabled')} label={t.enabled} />
        </Stack>
      </Section>
      <Section title={t.when}>
        <Stack gap="md">
          <RadioField {...form.field('trigger')} label={t.trigger} required options={optionsOf(t.triggers)} />
          {now.trigger === 'moved' && (
            <ChecksField
              {...form.field('statuses')}
              label={t.statuses}
              hint={t.statusesHint}
              required
              options={statuses}
            />
          )}
          {now.trigger === 'paid' && (
            <ChecksField
              {...form.field('paid_states')}
              label={t.paidStates}
              hint={t.paidStatesHint}
              required
              options={paidStates}
            />
          )}
          {now.trigger === 'delivery' && (
            <ChecksField
              {...form.field('delivery_states')}
              label={t.deliveryStates}
              hint={t.deliveryStatesHint}
              required
              options={deliveryStates}
            />
          )}
        </Stack>
      </Section>
      <Section title={t.if}>
        <Conditions form={form} />
      </Section>
      <Section title={t.does}>
        <Actions form={form} />
      </Section>
      {foot}
    </Form>
  );
}

interface OfForm {
  form: EntityForm<typeof RuleForm>;
}

function Conditions({ form }: OfForm) {
  const t = useText(text);
  const project_id = useProjectId();
  const suggested = useCall(suggestForOrders, { params: { project_id } }).data;
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <MoneyField {...form.field('sum_from')} label={t.sumFrom} hint={t.noLimit} />
        <MoneyField {...form.field('sum_to')} label={t.sumTo} hint={t.noLimit} />
      </SimpleGrid>
      <ChosenField
        {...form.field('counterparties')}
        label={t.people}
        hint={t.peopleHint}
        placeholder={t.findPeople}
        none={t.everybody}
        find={async (q, signal) => {
          const query = { limit: FOUND, ...(q ? { q } : {}) };
          const asked = { params: { project_id }, query, ...(signal ? { signal } : {}) };
          return (await call(listCounterpartyNames, asked)).items;
        }}
      />
      <TagsField {...form.field('tags')} label={t.tags} hint={t.tagsHint} suggestions={suggested?.tags ?? []} />
    </Stack>
  );
}

function Actions({ form }: OfForm) {
  const t = useText(text);
  const { locale } = useLocale();
  const now = form.watch();
  const moves = MOVES.map((value) => ({ value, label: STATUSES[value][locale] }));
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t.thenHint}
      </Text>
      <SelectField {...form.field('move_to')} label={t.moveTo} placeholder={t.nothing} options={moves} />
      <SelectField {...form.field('paper')} label={t.paper} placeholder={t.nothing} options={optionsOf(t.papers)} />
      <TextareaField {...form.field('comment')} label={t.comment} rows={2} maxLength={2000} />
      {now.comment && (
        <RadioField {...form.field('comment_visibility')} label={t.visibility} options={optionsOf(t.visibilities)} />
      )}
      <SelectField
        {...form.field('notice_to')}
        label={t.noticeTo}
        placeholder={t.nothing}
        options={optionsOf(t.notices)}
      />
      {now.notice_to && (
        <TextareaField
          {...form.field('notice_text')}
          label={t.noticeText}
          hint={t.noticeTextHint}
          required
          rows={2}
          maxLength={1000}
        />
      )}
    </Stack>
  );
}

export function NewRulePage() {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const create = useAction(contract.createRule, { success: t.created, quiet: true });
  const form = useEntityForm({
    schema: RuleForm,
    initial: EMPTY,
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: toBody(values) }),
    onSaved: () => navigate(HOME, { replace: true }),
  });
  const foot = (
    <div>
      <SubmitButton back={HOME}>{t.create}</SubmitButton>
    </div>
  );
  return (
    <Page title={t.create} crumbs={[{ to: HOME, label: t.title }]} narrow>
      <Fields form={form} foot={foot} />
    </Page>
  );
}

export function RulePage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const rule = useCall(contract.readRule, { params: { project_id, id } });
  if (rule.data) return <Known key={rule.data.id} rule={rule.data} />;
  return (
    <Page title={t.title} crumbs={[{ to: HOME, label: t.title }]}>
      <Loaded query={rule}>{() => null}</Loaded>
    </Page>
  );
}

function Known({ rule }: { rule: contract.AutomationRule }) {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const params = { project_id, id: rule.id };
  const update = useAction(contract.updateRule, { quiet: true });
  const remove = useAction(contract.deleteRule, {
    success: t.deleted,
    onSuccess: () => navigate(HOME, { replace: true }),
  });
  const form = useEntityForm({
    schema: RuleForm,
    initial: rule,
    version: rule.version,
    success: t.saved,
    submit: ({ values, version }) => update.mutateAsync({ params, body: toBody(values), if_match: version }),
  });
  const onDelete = async () => {
    const question = { title: t.deleteTitle(rule.name), effects: t.deleteEffects, irreversible: true, danger: true };
    if (await confirm({ ...question, confirmLabel: t.delete })) remove.mutate({ params });
  };
  return (
    <Page
      title={rule.name}
      crumbs={[{ to: HOME, label: t.title }]}
      menu={[{ label: t.delete, icon: IconTrash, danger: true, onClick: () => void onDelete() }]}
      side={<KeyFacts facts={[{ label: t.author, value: rule.author.name }]} />}
    >
      <Fields form={form} foot={<FormBar />} />
    </Page>
  );
}
