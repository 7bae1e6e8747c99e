import { suggestTags } from '@lanka/domain/catalog/contract';
import { fieldRef } from '@lanka/domain/feeds/fields';
import { formatMoney, formatPercent, PRICE_STEPS } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/outfeeds/contract';
import { mayTell } from '@lanka/domain/outfeeds/fields';
import { FeedFormat } from '@lanka/domain/outfeeds/formats';
import { MultiSelect, SimpleGrid, Stack } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useCategories } from '../categories';
import { Section } from '../kit/display/facts';
import { Form } from '../kit/form/Form';
import {
  type FieldProps,
  MoneyField,
  PercentField,
  QuantityField,
  SelectField,
  SwitchField,
  TagsField,
  TextField,
  useBound,
} from '../kit/form/fields';
import type { EntityForm } from '../kit/form/useEntityForm';
import { useCall } from '../kit/http/query';
import { useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { useTemplates } from '../templates';
import type { FeedForm, SupplierForm } from './form';
import { Preview } from './Preview';
import { partnerText } from './partner-text';
import { text } from './text';

interface FeedFieldsProps {
  form: EntityForm<typeof FeedForm> | EntityForm<typeof SupplierForm>;
  /** Of whose goods; null until a supplier is chosen. */
  projectId: string | null;
  /** A dropshipper's: it goes by what he pays, and the supplier sees that it is there. */
  isMine: boolean;
  /** The supplier can be chosen. */
  choosesSupplier?: boolean;
  foot: ReactNode;
}

/** As the form holds it: an attribute is one line. */
type TypedChoice = Omit<FeedForm['choice'], 'attributes'> & { attributes: readonly string[] };

export function FeedFields({ form: given, projectId, isMine, choosesSupplier, foot }: FeedFieldsProps) {
  const t = useText(text);
  const form = given as EntityForm<typeof FeedForm>;
  const suppliers = useSuppliers();
  const labels = {
    ...{ name: t.name, format: t.format, markup: t.prices, buffer: t.buffer, choice: t.goods },
    ...{ language: t.language, shop: t.shop, link: t.link, fields: t.fields },
  };
  const ofPartners = useText(partnerText);
  const isPartner = form.watch().format === 'partner';
  const allowing = useCall(contract.listPartnerSuppliers, {}, { enabled: isMine });
  const mayPartner = isMine && (isPartner || (projectId !== null && allowing.data?.project_ids.includes(projectId)));
  const { setValue } = form;
  // its prices are told as they are: what was typed for another format must not keep it from being saved
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each choice
  useEffect(() => {
    if (!isPartner) return;
    setValue('markup.basis', 'recommended');
    setValue('markup.percent', 0);
    setValue('markup.fixed', 0);
  }, [isPartner]);
  const formats = FeedFormat.options.filter((value) => value !== 'partner' || mayPartner);
  const goesBy = (form.watch().markup as { basis?: string }).basis;
  const categories = useCategories(projectId ?? '-', projectId !== null);
  const fields = useFieldOptions(projectId, isMine);
  const basis = {
    recommended: t.basisRecommended,
    purchase: isMine ? t.basisPurchase : t.basisOwn,
  };
  /** How a field reads in the comparison of mine and theirs. */
  const show = (name: string, value: unknown): string => {
    const { markup, choice } = { [name]: value } as Partial<Pick<FeedForm, 'markup'>> & { choice?: TypedChoice };
    if (markup) {
      const { percent, fixed, round_to } = markup;
      return [
        `${t.basis} ${basis[markup.basis]}`,
        `${t.percent}: ${formatPercent(Number(percent))}`,
        `${t.fixed}: ${formatMoney(Number(fixed))}`,
        `${t.roundTo}: ${formatMoney(Number(round_to))}`,
      ].join('; ');
    }
    if (choice) {
      const { in_stock, tags, category_ids, attributes } = choice;
      const named = category_ids.map((id) => categories.options.find((one) => one.value === id)?.label ?? '…');
      const chosen = [...(in_stock ? [t.inStock] : []), ...tags, ...named, ...attributes];
      return chosen.join('; ') || t.allGoods;
    }
    if (name === 'fields')
      return (value as string[]).map((ref) => fields.find((one) => one.value === ref)?.label ?? ref).join('; ') || '–';
    if (name === 'language') return t.languages[value as FeedForm['language']];
    if (name === 'format') return t.formatOf(value as FeedForm['format']);
    return String(value);
  };
  return (
    <Form form={form} labels={labels} show={show}>
      <Section>
        <Stack gap="md">
          {choosesSupplier && (
            <SelectField
              {...form.field('project_id')}
              label={t.supplier}
              required
              options={suppliers.map(({ id, title }) => ({ value: id, label: title }))}
            />
          )}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <SelectField
              {...form.field('format')}
              label={t.format}
              hint={isPartner ? ofPartners.formatHint : t.formatHint}
              required
              options={formats.map((value) => ({ value, label: t.formatOf(value) }))}
            />
            <TextField
              {...form.field('name')}
              label={t.name}
              hint={isMine ? t.nameHint : t.nameOwnHint}
              required
              maxLength={80}
            />
          </SimpleGrid>
        </Stack>
      </Section>
      {!isPartner && <Prices form={form} isMine={isMine} basis={basis} goesBy={goesBy} />}
      <Goods form={form} projectId={projectId} categories={categories.options} fields={fields} isMine={isMine} />
      <Section title={t.more}>
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <SelectField
              {...form.field('language')}
              label={t.language}
              hint={t.languageHint}
              required
              options={(['ua', 'ru', 'en'] as const).map((value) => ({ value, label: t.languages[value] }))}
            />
            <TextField {...form.field('shop')} label={t.shop} hint={t.shopHint} maxLength={120} />
          </SimpleGrid>
          <TextField {...form.field('link')} type="url" label={t.link} hint={t.linkHint} maxLength={500} />
        </Stack>
      </Section>
      <Preview values={form.watch()} projectId={projectId} isMine={isMine} />
      {foot}
    </Form>
  );
}

/** Additional fields of goods that may go into a feed. */
function useFieldOptions(projectId: string | null, isMine: boolean): { value: string; label: string }[] {
  const t = useText(text);
  const templates = useTemplates(projectId ?? '');
  return (templates.data?.items ?? [])
    .filter((field) => mayTell(field, !isMine))
    .map((field) => ({
      value: fieldRef(field),
      label: field.set === 'product' ? field.name : t.fieldOfModification(field.name),
    }));
}

/** What the prices begin with, and what is added. */
function Prices({
  form,
  isMine,
  basis,
  goesBy,
}: {
  form: EntityForm<typeof FeedForm>;
  isMine: boolean;
  basis: Readonly<Record<'recommended' | 'purchase', string>>;
  goesBy: string | undefined;
}) {
  const t = useText(text);
  return (
    <Section title={t.prices}>
      <Stack gap="md">
        <SelectField
          {...form.field('markup.basis')}
          label={t.basis}
          hint={isMine && goesBy === 'purchase' ? t.basisHint : undefined}
          required
          options={[
            { value: 'recommended', label: basis.recommended },
            { value: 'purchase', label: basis.purchase },
          ]}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
          <PercentField {...form.field('markup.percent')} label={t.percent} hint={t.percentHint} />
          <MoneyField {...form.field('markup.fixed')} label={t.fixed} />
          <SelectField
            {...form.field('markup.round_to')}
            label={t.roundTo}
            required
            options={PRICE_STEPS.map((step) => ({ value: String(step), label: formatMoney(step) }))}
          />
        </SimpleGrid>
      </Stack>
    </Section>
  );
}

/** Which goods go in, and how many pieces of each are held back. */
function Goods({
  form,
  projectId,
  categories,
  fields,
  isMine,
}: {
  form: EntityForm<typeof FeedForm>;
  projectId: string | null;
  categories: readonly { value: string; label: string }[];
  fields: readonly { value: string; label: string }[];
  isMine: boolean;
}) {
  const t = useText(text);
  const known = projectId !== null;
  const params = { project_id: projectId ?? '-' };
  const { category_ids, my_goods } = form.watch().choice;
  const isOwn = isMine && my_goods === true;
  const ofSupplier = useCall(suggestTags, { params }, { enabled: known && !isOwn });
  const own = useCall(contract.suggestMyTags, { params }, { enabled: known && isOwn });
  const tags = (isOwn ? own : ofSupplier).data ?? [];
  const chosen = form.watch().fields ?? [];
  return (
    <Section title={t.goods}>
      <Stack gap="md">
        {isMine && (
          <SwitchField
            {...form.field('choice.my_goods')}
            label={t.myGoods}
            hint={t.myGoodsHint}
            // his tags are others than the supplier's: what was chosen among those would let nothing in
            onSwitch={() => form.setValue('choice.tags', [])}
          />
        )}
        <SwitchField {...form.field('choice.in_stock')} label={t.inStock} hint={t.inStockHint} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <QuantityField {...form.field('buffer')} label={t.buffer} hint={t.bufferHint} min={0} max={10_000} />
          <TagsField
            {...form.field('choice.tags')}
            label={isOwn ? t.myTags : t.tags}
            hint={t.tagsHint}
            suggestions={tags}
          />
        </SimpleGrid>
        {(categories.length > 0 || category_ids.length > 0) && (
          <ManyField
            {...form.field('choice.category_ids')}
            label={t.categories}
            hint={t.categoriesHint}
            options={categories}
          />
        )}
        <TagsField {...form.field('choice.attributes')} label={t.attributes} hint={t.attributesHint} />
        {(fields.length > 0 || chosen.length > 0) && (
          <ManyField {...form.field('fields')} label={t.fields} hint={t.fieldsHint} options={fields} />
        )}
      </Stack>
    </Section>
  );
}

function ManyField({ options, ...props }: FieldProps & { options: readonly { value: string; label: string }[] }) {
  const { value, onChange, common } = useBound(props);
  return (
    <MultiSelect
      {...common}
      data={[...options]}
      value={Array.isArray(value) ? (value as string[]) : []}
      onChange={onChange}
      searchable
      clearable
    />
  );
}
