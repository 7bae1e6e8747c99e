import * as contract from '@lanka/domain/promotions/contract';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Form, FormBar, SubmitButton } from '../kit/form/Form';
import {
  CheckboxField,
  DateField,
  MoneyField,
  PercentField,
  RadioField,
  SwitchField,
  TextField,
} from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { changesOf, PromotionForm, toBody, toForm } from './form';
import { Discount } from './PromotionsPage';
import { promotionState, text } from './text';

const crumbs = (label: string) => [{ to: '/cp/promotions', label }];

function Fields({ form, foot, locked }: { form: EntityForm<typeof PromotionForm>; foot: ReactNode; locked?: boolean }) {
  const t = useText(text);
  const now = form.watch();
  const off = { disabled: locked ?? false };
  const labels = {
    title: t.name,
    promo_code: t.code,
    affects_all: t.forAll,
    is_one_time_use_only: t.oneTime,
    discount_type: t.kind,
    discount: t.discount,
    first_day: t.firstDay,
    last_day: t.lastDay,
  };
  return (
    <Form form={form} labels={labels}>
      <Section>
        <Stack gap="md">
          <TextField {...form.field('title')} {...off} label={t.name} hint={t.nameHint} required maxLength={120} />
          <SwitchField {...form.field('affects_all')} {...off} label={t.forAll} hint={t.forAllHint} />
          {!now.affects_all && (
            <>
              <TextField
                {...form.field('promo_code')}
                {...off}
                label={t.code}
                hint={t.codeHint}
                required
                autoComplete="off"
                maxLength={40}
              />
              <CheckboxField {...form.field('is_one_time_use_only')} {...off} label={t.oneTime} hint={t.oneTimeHint} />
            </>
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <RadioField
              {...form.field('discount_type')}
              {...off}
              label={t.kind}
              required
              options={[
                { value: 'percent', label: t.percent },
                { value: 'amount', label: t.amount },
              ]}
            />
            {now.discount_type === 'amount' ? (
              <MoneyField {...form.field('discount')} {...off} label={t.discount} hint={t.discountHint} required />
            ) : (
              <PercentField {...form.field('discount')} {...off} label={t.discount} hint={t.discountHint} required />
            )}
            <DateField {...form.field('first_day')} {...off} label={t.firstDay} hint={t.noLimit} />
            <DateField {...form.field('last_day')} {...off} label={t.lastDay} hint={t.noLimit} />
          </SimpleGrid>
        </Stack>
      </Section>
      {foot}
    </Form>
  );
}

export function NewPromotionPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const create = useAction(contract.createPromotion, { success: t.created, quiet: true });
  const form = useEntityForm({
    schema: PromotionForm,
    initial: {
      title: '',
      affects_all: false,
      promo_code: '',
      is_one_time_use_only: false,
      discount_type: 'percent',
      discount: '',
      first_day: '',
      last_day: '',
    },
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: toBody(values) }),
    onSaved: () => navigate('/cp/promotions', { replace: true }),
  });
  const foot = (
    <div>
      <SubmitButton back="/cp/promotions">{t.create}</SubmitButton>
    </div>
  );
  return (
    <Page title={t.create} crumbs={crumbs(t.title)} narrow>
      <Fields form={form} foot={foot} />
    </Page>
  );
}

export function PromotionPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const promotion = useCall(contract.readPromotion, { params: { project_id, id } });
  if (promotion.data) return <Known key={promotion.data.id} promotion={promotion.data} />;
  return (
    <Page title={t.title} crumbs={crumbs(t.title)}>
      <Loaded query={promotion}>{() => null}</Loaded>
    </Page>
  );
}

function Known({ promotion }: { promotion: contract.Promotion }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const params = { project_id, id: promotion.id };
  const mayEdit = can('promotions.edit');
  const update = useAction(contract.updatePromotion, { quiet: true });
  const remove = useAction(contract.deletePromotion, {
    success: t.deleted,
    onSuccess: () => navigate('/cp/promotions', { replace: true }),
  });
  const form = useEntityForm({
    schema: PromotionForm,
    initial: toForm(promotion),
    version: promotion.version,
    success: t.saved,
    submit: ({ values, changed, version }) =>
      update.mutateAsync({ params, body: changesOf(promotion, values, changed), if_match: version }),
  });
  const onDelete = async () => {
    const answer = await confirm({
      title: t.deleteTitle(promotion.title),
      effects: t.deleteEffects,
      irreversible: true,
      confirmLabel: t.delete,
      danger: true,
    });
    if (answer) remove.mutate({ params });
  };
  return (
    <Page
      title={promotion.title}
      crumbs={crumbs(t.title)}
      status={<StatusBadge table={promotionState} value={promotion.state} />}
      menu={[
        {
          label: t.delete,
          icon: IconTrash,
          danger: true,
          hidden: !mayEdit,
          onClick: () => void onDelete(),
          disabledReason: (promotion.uses ?? 0) > 0 ? t.cannotDelete : null,
        },
      ]}
      side={
        <KeyFacts
          facts={[
            { label: t.discount, value: <Discount promotion={promotion} /> },
            { label: t.scope, value: promotion.promo_code ?? t.forAll },
            { label: t.oneTime, value: t.usedBy(promotion.uses ?? 0), hidden: !promotion.is_one_time_use_only },
          ]}
        />
      }
    >
      {!mayEdit && <Text c="dimmed">{t.onlyLeaders}</Text>}
      <Fields form={form} locked={!mayEdit} foot={mayEdit && <FormBar />} />
    </Page>
  );
}
