import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import { ActionIcon, Box, Stack, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { Finder } from '../kit/form/finder';
import { QuantityInput } from '../kit/form/inputs';
import type { FieldBinding } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { Picture, ProductName, titleOf } from './parts';
import { text } from './text';

export interface Line {
  product_variant_id: string;
  /** Empty while nothing is typed. */
  count: number | '';
}

/** How a variant is shown; lines of the form hold only its id. */
export interface LineName {
  product_title: string;
  modification_title: string;
  sku: string;
  thumbnail_url: string | null;
}

const nameOf = (variant: VariantRecord): LineName => ({
  product_title: variant.product_name,
  modification_title: variant.name,
  sku: variant.sku,
  thumbnail_url: variant.thumbnail_url,
});

type LineErrors = Readonly<Record<string, { count?: { message?: string }; product_variant_id?: { message?: string } }>>;

/** The lines of a request: search, counts, remove. */
export function LinesField({ name, control, known }: FieldBinding & { known: Readonly<Record<string, LineName>> }) {
  const t = useText(text);
  const { field, fieldState } = useController({ name, control });
  const [names, setNames] = useState(known);
  const value = field.value as Line[];
  const errors = (fieldState.error ?? {}) as unknown as LineErrors;
  const add = (variant: VariantRecord) => {
    setNames((before) => ({ ...before, [variant.id]: nameOf(variant) }));
    if (!value.some((line) => line.product_variant_id === variant.id))
      field.onChange([...value, { product_variant_id: variant.id, count: 1 }]);
  };
  return (
    <Stack gap="sm">
      <ProductFinder chosen={value} add={add} />
      {value.length === 0 ? (
        <Text px="md" pb="md" {...(fieldState.error ? { c: 'var(--text-negative)', role: 'alert' } : { c: 'dimmed' })}>
          {fieldState.error ? t.needLines : t.noLines}
        </Text>
      ) : (
        <table className="make-lines">
          <thead>
            <tr>
              <th scope="col">{t.product}</th>
              <th scope="col">{t.count}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {value.map((line, i) => (
              <LineRow
                key={line.product_variant_id}
                line={line}
                name={names[line.product_variant_id]}
                error={errors[i]?.count?.message ?? errors[i]?.product_variant_id?.message}
                onBlur={field.onBlur}
                onChange={(count) =>
                  field.onChange(value.map((one, at) => (at === i ? { ...one, count: count ?? '' } : one)))
                }
                remove={() => field.onChange(value.filter((_, at) => at !== i))}
              />
            ))}
          </tbody>
        </table>
      )}
    </Stack>
  );
}

interface LineRowProps {
  line: Line;
  name: LineName | undefined;
  error: string | undefined;
  onBlur: () => void;
  onChange: (count: number | null) => void;
  remove: () => void;
}

function LineRow({ line, name, error, onBlur, onChange, remove }: LineRowProps) {
  const t = useText(text);
  const title = name ? titleOf(name) : '…';
  return (
    <tr>
      <td className="make-line-name">{name ? <ProductName line={name} /> : title}</td>
      <td>
        <span className="make-line-label">{t.count}</span>
        <QuantityInput
          className="make-count"
          aria-label={t.countOf(title)}
          min={1}
          value={line.count === '' ? null : line.count}
          onChange={onChange}
          onBlur={onBlur}
          error={error}
        />
      </td>
      <td className="cell-right">
        <span className="make-line-label" />
        <Tooltip label={t.remove}>
          <ActionIcon variant="subtle" color="gray" size={36} onClick={remove} aria-label={t.removeLine(title)}>
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  );
}

const FOUND = 20;

function ProductFinder({ chosen, add }: { chosen: readonly Line[]; add: (variant: VariantRecord) => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const isChosen = (id: string) => chosen.some(({ product_variant_id }) => product_variant_id === id);
  return (
    <Box px="md">
      <Finder
        label={t.find}
        placeholder={t.findHint}
        find={async (q, signal) => {
          const query = { limit: FOUND, ...(q ? { q } : {}) };
          const asked = { params: { project_id }, query, ...(signal ? { signal } : {}) };
          return (await call(listAllVariants, asked)).items.filter(({ deleted }) => !deleted);
        }}
        keyOf={({ id }) => id}
        nameOf={(variant) => titleOf(nameOf(variant))}
        codesOf={({ barcode, sku }) => [barcode, sku]}
        render={(variant) => (
          <span className="make-found">
            <Picture url={variant.thumbnail_url} />
            <span>
              <span className="wrap-anywhere">{titleOf(nameOf(variant))}</span>
              <Text span display="block" className="make-hint">
                {[variant.sku, isChosen(variant.id) ? t.added : null].filter(Boolean).join(' · ')}
              </Text>
            </span>
            <span className="make-hint nowrap">{t.inStock(variant.available)}</span>
          </span>
        )}
        onPick={add}
        scan
      />
    </Box>
  );
}
