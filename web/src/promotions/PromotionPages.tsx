import { listProducts, suggestTags } from '@lanka/domain/catalog/contract';
import { listCounterpartyNames } from '@lanka/domain/partners/contract';
import * as contract from '@lanka/domain/promotions/contract';
import { Anchor, Code, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlayerStop, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { ChosenField } from '../kit/form/ChosenField';
import { Form, FormBar, SubmitButton } from '../kit/form/Form';
import {
  CheckboxField,
  DateField,
  MoneyField,
  PercentField,
  RadioField,
  SwitchField,
  TagsField,
  TextField,
} from '../kit/form/fields';
import { type EntityForm, useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Placed } from '../kit/page/Placed';
import { Page } from '../kit/page/page';
import { type Place, usePlace } from '../kit/page/place';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { changesOf, PromotionForm, toBody, toForm } from './form';
import { Discount, People, Period, Reach } from './PromotionsPage';
import { ResultOrders, Results } from './Results';
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
    products: t.goods,
    tags: t.tags,
    counterparties: t.people,
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
          <Reaching form={form} off={off} />
        </Stack>
      </Section>
      {foot}
    </Form>
  );
}

const FOUND = 20;

/** For which goods and for whom it holds. */
function Reaching({ form, off }: { form: EntityForm<typeof PromotionForm>; off: { disabled: boolean } }) {
  const t = useText(text);
  const project_id = useProjectId();
  const params = { project_id };
  const suggested = useCall(suggestTags, { params }, { enabled: !off.disabled });
  const asked = (q: string, signal?: AbortSignal) => ({
    query: { limit: FOUND, ...(q ? { q } : {}) },
    ...(signal ? { signal } : {}),
  });
  return (
    <>
      <ChosenField
        {...form.field('products')}
        {...off}
        label={t.goods}
        hint={t.goodsHint}
        placeholder={t.findGoods}
        none={t.allGoods}
        find={async (q, signal) => {
          const { query, ...rest } = asked(q, signal);
          return (await call(listProducts, { params, query: { ...query, include_unpublished: true }, ...rest })).items;
        }}
      />
      <TagsField {...form.field('tags')} {...off} label={t.tags} hint={t.tagsHint} suggestions={suggested.data ?? []} />
      <ChosenField
        {...form.field('counterparties')}
        {...off}
        label={t.people}
        hint={t.peopleHint}
        placeholder={t.findPeople}
        none={t.everybody}
        find={async (q, signal) => (await call(listCounterpartyNames, { params, ...asked(q, signal) })).items}
      />
    </>
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
      products: [],
      tags: [],
      counterparties: [],
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
  const found = usePlace('promotion', (project_id, promotion, signal) =>
    call(contract.readPromotion, { params: { project_id, id: promotion }, signal }),
  );
  const { place, id } = found;
  const promotion = useCall(
    contract.readPromotion,
    { params: { project_id: place?.project_id ?? '-', id } },
    { enabled: place !== undefined },
  );
  if (!place || !promotion.data) {
    return (
      <Page title={t.title} crumbs={crumbs(t.title)}>
        <Placed found={found} query={promotion} />
      </Page>
    );
  }
  if (place.role === 'Client') return <Offered promotion={promotion.data} place={place} />;
  return <Known key={promotion.data.id} promotion={promotion.data} />;
}

/** As the dropshipper sees it: on what and until when; nothing to press. */
function Offered({ promotion, place }: { promotion: contract.PromotionDetails; place: Place }) {
  const t = useText(text);
  const { isDropshipping } = useSession();
  const { promo_code, affects_all, products, tags } = promotion;
  const isForAll = promotion.product_count === 0 && tags.length === 0;
  return (
    <Page
      title={promotion.title}
      crumbs={crumbs(t.title)}
      status={<StatusBadge table={promotionState} value={promotion.state} />}
      narrow
    >
      <KeyFacts
        facts={[
          { label: t.discount, value: <Discount promotion={promotion} /> },
          { label: t.code, value: affects_all || promo_code === null ? t.noCode : <Code>{promo_code}</Code> },
          { label: t.oneTime, value: t.oneTimeHint, hidden: !promotion.is_one_time_use_only },
          { label: t.period, value: <Period promotion={promotion} /> },
          { label: t.goods, value: t.onAll, hidden: !isForAll },
          { label: t.tags, value: tags.join(', '), hidden: tags.length === 0 },
        ]}
      />
      {products.length > 0 && (
        <Section title={t.goods}>
          <Stack gap="xs">
            {products.map(({ id, name }) => (
              <Anchor
                key={id}
                component={Link}
                to={`/cp/products/${id}${isDropshipping ? `?project=${place.project_id}` : ''}`}
                className="wrap-anywhere"
              >
                {name}
              </Anchor>
            ))}
          </Stack>
        </Section>
      )}
    </Page>
  );
}

function Known({ promotion }: { promotion: contract.PromotionDetails }) {
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
  const end = useAction(contract.endPromotion, { success: t.ended });
  const onEnd = async () => {
    const question = {
      title: t.endTitle(promotion.title),
      effects: [...t.endEffects, t.endStays],
      confirmLabel: t.end,
    };
    if (await confirm(question)) end.mutate({ params });
  };
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
          label: t.end,
          icon: IconPlayerStop,
          hidden: !mayEdit || promotion.state !== 'active',
          onClick: () => void onEnd(),
        },
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
        <Stack gap="md">
          <KeyFacts
            facts={[
              { label: t.discount, value: <Discount promotion={promotion} /> },
              { label: t.scope, value: promotion.promo_code ?? t.forAll },
              { label: t.goods, value: <Reach promotion={promotion} /> },
              { label: t.people, value: <People promotion={promotion} /> },
              { label: t.oneTime, value: t.usedBy(promotion.uses ?? 0), hidden: !promotion.is_one_time_use_only },
            ]}
          />
          {can('promotions.results') && <Results params={params} />}
        </Stack>
      }
    >
      {!mayEdit && <Text c="dimmed">{t.onlyLeaders}</Text>}
      <Fields form={form} locked={!mayEdit} foot={mayEdit && <FormBar />} />
      {can('promotions.results') && <ResultOrders params={params} />}
    </Page>
  );
}
