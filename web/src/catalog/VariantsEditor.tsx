import './catalog.css';
import type { Product } from '@lanka/domain/catalog/contract';
import { MAX_PLACE } from '@lanka/domain/catalog/rules';
import { MAX_SIDE, NO_SIZE, SIDES } from '@lanka/domain/kit/size';
import type { PriceLevel } from '@lanka/domain/price_levels/contract';
import type { TemplateField } from '@lanka/domain/templates/fields';
import { ActionIcon, Button, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { MoneyField, QuantityField, TextField } from '../kit/form/fields';
import { MoneyInput, QuantityInput } from '../kit/form/inputs';
import type { EntityForm, FieldBinding } from '../kit/form/useEntityForm';
import { useConfirm } from '../kit/overlay/confirm';
import { useText } from '../kit/text';
import { usePriceLevels } from '../price_levels';
import { FieldsButton, useFieldsError } from '../templates';
import { newRow, type OptionRow, type ProductForm, rowTitle, type VariantRow, withLevelPrice } from './form-values';
import { type CatalogText, text } from './text';
import { LevelPriceInput, StepsButton } from './VariantPrices';

interface VariantsEditorProps {
  form: EntityForm<typeof ProductForm>;
  options: OptionRow[];
  rows: VariantRow[];
  product: Product | null;
  projectId: string;
  /** Of the template product_modification. */
  fields: readonly TemplateField[];
}

const PAGE = 50;

export function VariantsEditor({ form, options, rows, product, projectId, fields }: VariantsEditorProps) {
  const t = useText(text);
  const confirm = useConfirm();
  const [shown, setShown] = useState(PAGE);
  const { items: levels } = usePriceLevels(projectId);
  const setRows = (next: VariantRow[]) => form.setValue('variants', next);
  const remove = async (row: VariantRow) => {
    const known = product?.variants.find(({ id }) => id === row.id);
    const actual = known?.actual ?? 0;
    // what is not saved yet can be discarded; only pieces on the shelf are worth a question
    if (known && actual > 0) {
      const answer = await confirm({
        title: t.deleteVariantTitle(known.name || known.sku || t.anonymous),
        effects: [t.deleteVariantEffect, t.variantWithStock(actual)],
        confirmLabel: t.removeVariant(''),
        danger: true,
      });
      if (!answer) return;
    }
    setRows(rows.filter((one) => one !== row));
  };
  return (
    <Section title={t.modifications} flush>
      {rows.length > 1 && <SetForAll rows={rows} setRows={setRows} levels={levels} t={t} />}
      <Table.ScrollContainer
        minWidth={1180 + 100 * levels.length}
        px="sm"
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': t.modifications, role: 'region' } }}
      >
        <Table className="variant-editor" withRowBorders aria-label={t.modifications}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.name}</Table.Th>
              {fields.length > 0 && <Table.Th>{t.fieldsShort}</Table.Th>}
              <Table.Th>{t.price}</Table.Th>
              {levels.map(({ id, name }) => (
                <Table.Th key={id} className="wrap-anywhere named-by-project">
                  {name}
                </Table.Th>
              ))}
              <Table.Th>{t.fromCountShort}</Table.Th>
              <Table.Th>{t.recommended}</Table.Th>
              <Table.Th>{t.sku}</Table.Th>
              <Table.Th>{t.barcode}</Table.Th>
              <Table.Th>{t.weight}</Table.Th>
              <Table.Th>{t.size}</Table.Th>
              <Table.Th>{t.place}</Table.Th>
              <Table.Th>{t.minimumShort}</Table.Th>
              <Table.Th>{t.actual}</Table.Th>
              <Table.Th aria-label={t.removeVariant('')} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, shown).map((row, i) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: fields are named by the index, so a row that moves up is made anew
                key={`${row.key}:${i}`}
                {...{ form, row, product, options, projectId, fields, levels, t }}
                index={i}
                remove={() => void remove(row)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group p="md" gap="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setRows([...rows, newRow([], rows.at(-1))])}
        >
          {t.addVariant}
        </Button>
        {shown < rows.length && (
          <>
            <Button variant="default" onClick={() => setShown(shown + PAGE)}>
              {t.more}
            </Button>
            <Text size="sm" c="dimmed">
              {t.shownOf(shown, rows.length)}
            </Text>
          </>
        )}
      </Group>
    </Section>
  );
}

interface RowProps {
  form: EntityForm<typeof ProductForm>;
  row: VariantRow;
  index: number;
  options: OptionRow[];
  product: Product | null;
  projectId: string;
  fields: readonly TemplateField[];
  levels: readonly PriceLevel[];
  remove: () => void;
  t: CatalogText;
}

function Row({ form, row, index, options, product, projectId, fields, levels, remove, t }: RowProps) {
  const known = product?.variants.find(({ id }) => id === row.id);
  const title = rowTitle(options, row) || String(index + 1);
  const field = (name: string): FieldBinding => form.field(`variants.${index}.${name}` as never);
  const label = (name: string) => `${name}: ${title}`;
  const fieldsError = useFieldsError(field('fields'));
  const pricesError = useFieldsError(field('prices'));
  const prices = {
    prices: row.prices,
    onChange: (next: VariantRow['prices']) => form.setValue(`variants.${index}.prices` as never, next),
    title,
  };
  const booked = known?.booked ?? 0;
  const generated = rowTitle(options, { ...row, name: '' });
  return (
    <Table.Tr>
      <Table.Td className="wide-input">
        <TextField
          {...field('name')}
          label={label(t.variantName)}
          {...(generated ? { placeholder: generated } : {})}
          maxLength={300}
        />
      </Table.Td>
      {fields.length > 0 && (
        <Table.Td>
          <FieldsButton
            {...{ fields, projectId, title }}
            values={row.fields}
            isNew={!known}
            error={fieldsError}
            onChange={(values) => form.setValue(`variants.${index}.fields` as never, values)}
          />
        </Table.Td>
      )}
      <Table.Td>
        <MoneyField {...field('price')} label={label(t.price)} />
      </Table.Td>
      {levels.map((level) => (
        <Table.Td key={level.id} className="named-by-project">
          <LevelPriceInput {...prices} level={level} />
        </Table.Td>
      ))}
      <Table.Td>
        <StepsButton {...prices} levels={levels} error={pricesError} />
      </Table.Td>
      <Table.Td>
        <MoneyField {...field('recommended_price')} label={label(t.recommended)} />
      </Table.Td>
      <Table.Td>
        <TextField {...field('sku')} label={label(t.sku)} maxLength={100} />
      </Table.Td>
      <Table.Td className="wide-input">
        <TextField {...field('barcode')} label={label(t.barcode)} maxLength={60} />
      </Table.Td>
      <Table.Td>
        <QuantityField {...field('weight')} label={label(t.weight)} />
      </Table.Td>
      <Table.Td>
        <Group className="sides" gap={4} wrap="nowrap" align="flex-start">
          {SIDES.map((side) => (
            <QuantityField key={side} {...field(side)} label={label(t[side])} min={1} max={MAX_SIDE} />
          ))}
        </Group>
      </Table.Td>
      <Table.Td>
        <TextField {...field('place')} label={label(t.place)} maxLength={MAX_PLACE} />
      </Table.Td>
      <Table.Td>
        <QuantityField {...field('minimum')} label={label(t.minimum)} />
      </Table.Td>
      <Table.Td>
        {known ? (
          <Text ta="right" className="figures" pt={8} pr="xs">
            {known.actual}
          </Text>
        ) : (
          <QuantityField {...field('actual')} label={label(t.actual)} />
        )}
      </Table.Td>
      <Table.Td>
        <Tooltip label={booked > 0 ? t.variantBooked(booked) : t.removeVariant(title)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t.removeVariant(title)}
            aria-disabled={booked > 0 || undefined}
            data-disabled={booked > 0 || undefined}
            onClick={() => booked === 0 && remove()}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      </Table.Td>
    </Table.Tr>
  );
}

/** One price, recommended price, price of a level, weight or size for all rows. */
function SetForAll({
  rows,
  setRows,
  levels,
  t,
}: {
  rows: VariantRow[];
  setRows: (rows: VariantRow[]) => void;
  levels: readonly PriceLevel[];
  t: CatalogText;
}) {
  const [ofLevels, setOfLevels] = useState<Readonly<Record<string, number | null>>>({});
  const [price, setPrice] = useState<number | null>(null);
  const [recommended, setRecommended] = useState<number | null>(null);
  const [weight, setWeight] = useState<number | null>(null);
  const [size, setSize] = useState(NO_SIZE);
  const given = Object.fromEntries(
    Object.entries({ price, recommended_price: recommended, weight, ...size }).filter(
      ([, value]) => value !== null && Number.isFinite(value),
    ),
  );
  const levelled = levels.filter(({ id }) => Number.isFinite(ofLevels[id] ?? Number.NaN));
  const applied = (row: VariantRow): VariantRow => ({
    ...row,
    ...given,
    prices: levelled.reduce((prices, { id }) => withLevelPrice(prices, id, ofLevels[id] ?? null), row.prices),
  });
  return (
    <Group gap="sm" px="md" pb="sm" align="flex-end">
      <Text size="sm" fw={500} pb={8}>
        {t.setForAll}
      </Text>
      <MoneyInput label={t.price} w={130} value={price} onChange={setPrice} />
      {levels.map(({ id, name }) => (
        <MoneyInput
          key={id}
          className="named-by-project"
          label={name}
          w={130}
          value={ofLevels[id] ?? null}
          onChange={(next) => setOfLevels({ ...ofLevels, [id]: next })}
        />
      ))}
      <MoneyInput label={t.recommended} w={130} value={recommended} onChange={setRecommended} />
      <QuantityInput label={t.weight} w={110} value={weight} onChange={setWeight} />
      {SIDES.map((side) => (
        <QuantityInput
          key={side}
          label={t[side]}
          w={120}
          value={size[side]}
          onChange={(next) => setSize({ ...size, [side]: next })}
        />
      ))}
      <Button
        variant="default"
        disabled={Object.keys(given).length === 0 && levelled.length === 0}
        onClick={() => setRows(rows.map(applied))}
      >
        {t.apply}
      </Button>
    </Group>
  );
}
