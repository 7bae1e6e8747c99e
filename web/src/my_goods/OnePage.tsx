import { marginOf } from '@lanka/domain/catalog/changes';
import { formatAmount, formatMoney } from '@lanka/domain/kit/money';
import * as contract from '@lanka/domain/my_goods/contract';
import { Alert, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconDownload, IconExternalLink, IconTrash } from '@tabler/icons-react';
import { useController } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { KeyFacts, Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Stock } from '../kit/display/stock';
import { Thumbnail } from '../kit/display/Thumbnail';
import { DateTime, Money } from '../kit/display/values';
import { Form, FormBar } from '../kit/form/Form';
import { SwitchField, TagsField, TextareaField, TextField } from '../kit/form/fields';
import { MoneyInput } from '../kit/form/inputs';
import { type FieldBinding, useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { GoodsPhotos } from './Photos';
import { Margin, Range } from './parts';
import { text } from './text';

export function OnePage() {
  const t = useText(text);
  const { id = '' } = useParams();
  const query = useCall(contract.readMyGoods, { params: { id } });
  if (query.data) return <One key={query.data.id} goods={query.data} />;
  return (
    <Page title={t.title} crumbs={[{ to: '/cp/my-goods', label: t.title }]}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

const { own_name, own_description, tags, sync, source_photos, variants } = contract.UpdateMyGoods.required().shape;
const schema = z.object({ own_name, own_description, tags, sync, source_photos, variants });

const toForm = ({ variants: all, ...goods }: contract.MyGoods) => ({
  own_name: goods.own_name ?? '',
  own_description: goods.own_description ?? '',
  tags: goods.tags,
  sync: goods.sync,
  source_photos: goods.source_photos,
  variants: all.map(({ product_variant_id, sku, price }) => ({ product_variant_id, sku: sku ?? '', price })),
});

function One({ goods }: { goods: contract.MyGoods }) {
  const t = useText(text);
  const navigate = useNavigate();
  const confirm = useConfirm();
  const params = { id: goods.id };
  const update = useAction(contract.updateMyGoods, { quiet: true });
  const remove = useAction(contract.removeMyGoods, {
    success: t.removed,
    onSuccess: () => void navigate('/cp/my-goods', { replace: true }),
  });
  const form = useEntityForm({
    schema,
    initial: goods,
    fromEntity: (entity) => toForm(entity as contract.MyGoods),
    version: goods.version,
    success: t.saved,
    submit: ({ changed, version }) => {
      const body = changed as contract.UpdateMyGoods;
      return update.mutateAsync({ params, body, ...(version === undefined ? {} : { if_match: version }) });
    },
  });
  const onRemove = async () => {
    const question = { title: t.removeTitle(1), effects: t.removeEffects, confirmLabel: t.remove, danger: true };
    if (await confirm(question)) remove.mutate({ body: { ids: [goods.id] } });
  };
  const source = `/cp/products/${goods.product_id}?project=${goods.project_id}`;
  return (
    <Page
      title={goods.name}
      crumbs={[{ to: '/cp/my-goods', label: t.title }]}
      subtitle={goods.project_title}
      menu={[
        { label: t.inSource, icon: IconExternalLink, to: source, hidden: !goods.open },
        { label: t.remove, icon: IconTrash, onClick: () => void onRemove(), danger: true },
      ]}
      side={
        <KeyFacts
          title={t.details}
          facts={[
            { label: t.supplier, value: goods.project_title },
            { label: t.cost, value: <Range of={goods.cost} /> },
            { label: t.price, value: <Range of={goods.price} /> },
            { label: t.margin, value: <Margin of={goods.margin} /> },
            { label: t.takenAt, value: <DateTime at={goods.taken_at} />, hidden: goods.sync },
          ]}
        />
      }
    >
      {!goods.open && <Alert color="gray">{t.closedText}</Alert>}
      {goods.changes.length > 0 && <Changes goods={goods} />}
      <GoodsPhotos goods={goods} withSource={form.watch().source_photos !== false} />
      <Form form={form}>
        <Stack gap="md">
          <Section title={t.words}>
            <Stack gap="md">
              <TextField
                {...form.field('own_name')}
                label={t.ownName}
                hint={goods.source ? `${t.sourceNow}: ${goods.source.name}` : t.ownNameHint}
                maxLength={200}
                autoComplete="off"
              />
              <TextareaField
                {...form.field('own_description')}
                label={t.ownDescription}
                hint={t.ownDescriptionHint}
                rows={4}
                maxLength={10_000}
              />
              {goods.source?.description && (
                <Text size="sm" c="dimmed" className="prose">
                  {t.sourceNow}: {goods.source.description}
                </Text>
              )}
              <TagsField {...form.field('tags')} label={t.tags} />
              <SwitchField {...form.field('sync')} label={t.syncLabel} hint={t.syncHint} />
              <SwitchField {...form.field('source_photos')} label={t.sourcePhotosLabel} hint={t.sourcePhotosHint} />
            </Stack>
          </Section>
          <Section title={t.variants} flush>
            <Variants goods={goods} at={(name) => form.field(name as never)} values={form.watch().variants} />
          </Section>
        </Stack>
        <FormBar />
      </Form>
    </Page>
  );
}

/** By what is typed now: an empty price is the recommended one as he goes by it. */
function marginNow({ source, price, selling_price }: contract.MyVariant, typed: unknown) {
  const own = typeof typed === 'number' && Number.isFinite(typed) ? typed : null;
  // what he asks without a price of his own is known only where he has none now
  const asked = own ?? (price === null ? selling_price : (source?.recommended_price ?? null));
  return marginOf(source?.cost ?? null, asked);
}

interface VariantsProps {
  goods: contract.MyGoods;
  at: (name: string) => FieldBinding;
  /** As they are typed: what is left is told at once. */
  values: readonly { price?: unknown }[] | undefined;
}

function Variants({ goods, at, values }: VariantsProps) {
  const t = useText(text);
  return (
    <LineTable many>
      <thead>
        <tr>
          <th scope="col">{t.name}</th>
          <th scope="col">{t.ownSku}</th>
          <LineHeads names={[t.cost, t.recommended]} />
          <th scope="col">{t.ownPrice}</th>
          <LineHeads names={[t.margin, t.available]} />
        </tr>
      </thead>
      <tbody>
        {goods.variants.map((variant, i) => (
          <tr key={variant.product_variant_id}>
            <td className="line-name">
              <Group gap="sm" wrap="nowrap" align="flex-start">
                <Thumbnail url={variant.thumbnail_url} />
                <div>
                  <Text className="wrap-anywhere">{variant.title || goods.name}</Text>
                  <Text size="sm" c="dimmed">
                    {variant.source ? variant.source.sku : t.gone}
                  </Text>
                </div>
              </Group>
            </td>
            <td className="line-input">
              <span className="line-label">{t.ownSku}</span>
              <Sku at={at(`variants.${i}.sku`)} name={t.skuOf(variant.title || goods.name)} />
            </td>
            <LineCell label={t.cost}>
              <Money kopecks={variant.source?.cost} className="nowrap" />
            </LineCell>
            <LineCell label={t.recommended}>
              <Money kopecks={variant.source?.recommended_price} className="nowrap" />
            </LineCell>
            <td className="line-input">
              <span className="line-label">{t.ownPrice}</span>
              <OwnPrice
                at={at(`variants.${i}.price`)}
                name={t.priceOf(variant.title || goods.name)}
                recommended={variant.source?.recommended_price ?? null}
              />
            </td>
            <LineCell label={t.margin}>
              <Margin of={marginNow(variant, values?.[i]?.price)} block />
            </LineCell>
            <LineCell label={t.available}>
              {variant.availability ? (
                <Stock told={{ availability: variant.availability, available: variant.available }} />
              ) : (
                t.nothing
              )}
            </LineCell>
          </tr>
        ))}
      </tbody>
    </LineTable>
  );
}

function Sku({ at: { name, control }, name: label }: { at: FieldBinding; name: string }) {
  const { field, fieldState } = useController({ name, control });
  return (
    <TextInput
      w="100%"
      maw={140}
      aria-label={label}
      maxLength={100}
      autoComplete="off"
      value={String(field.value ?? '')}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

interface OwnPriceProps {
  at: FieldBinding;
  name: string;
  recommended: number | null;
}

function OwnPrice({ at: { name, control }, name: label, recommended }: OwnPriceProps) {
  const { field, fieldState } = useController({ name, control });
  return (
    <MoneyInput
      w="100%"
      maw={140}
      aria-label={label}
      placeholder={recommended === null ? '' : formatAmount(recommended)}
      value={typeof field.value === 'number' ? field.value : null}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    />
  );
}

function Changes({ goods }: { goods: contract.MyGoods }) {
  const t = useText(text);
  const take = useAction(contract.takeMyGoods, { success: ({ taken }) => t.taken(taken) });
  const press = (fields?: contract.SourceField[]) =>
    take.mutate({ body: { ids: [goods.id], ...(fields ? { fields } : {}) } });
  const fields = [...new Set(goods.changes.map(({ field }) => field))];
  const said = (field: contract.SourceField, value: string | number | null) => {
    if (typeof value !== 'number') return value ?? t.nothing;
    return field === 'photos' ? t.photosCount(value) : formatMoney(value);
  };
  return (
    <Section
      title={t.changesTitle}
      action={
        <Button leftSection={<IconDownload size={18} />} loading={take.isPending} onClick={() => press()}>
          {t.takeAll}
        </Button>
      }
    >
      <Stack gap="sm">
        {fields.map((field) => (
          <div key={field}>
            <Group justify="space-between" gap="sm">
              <Text fw={600}>{t.fields[field]}</Text>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${t.take}: ${t.fields[field]}`}
                onClick={() => press([field])}
              >
                {t.take}
              </Button>
            </Group>
            <Table withRowBorders={false} verticalSpacing={2}>
              <Table.Tbody>
                {goods.changes
                  .filter((change) => change.field === field)
                  .map(({ product_variant_id, title, before, now }) => (
                    <Table.Tr key={product_variant_id ?? field}>
                      <Table.Td className="wrap-anywhere">
                        {title && `${title}: `}
                        <Text span c="dimmed" td="line-through" className="wrap-anywhere">
                          {said(field, before)}
                        </Text>{' '}
                        {t.now}: {field === 'photos' && before === now ? t.photosOther : said(field, now)}
                      </Table.Td>
                    </Table.Tr>
                  ))}
              </Table.Tbody>
            </Table>
          </div>
        ))}
      </Stack>
    </Section>
  );
}
