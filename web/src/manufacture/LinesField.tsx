import type { VariantRecord } from '@lanka/domain/catalog/contract';
import { ActionIcon, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { type Goods, GoodsName, goodsOf, titleOf, VariantFinder } from '../catalog';
import { LineTable } from '../kit/display/LineTable';
import { Count } from '../kit/display/values';
import { QuantityInput } from '../kit/form/inputs';
import type { FieldBinding } from '../kit/form/useEntityForm';
import { useText } from '../kit/text';
import { text } from './text';

export interface Line {
  product_variant_id: string;
  /** Empty while nothing is typed. */
  count: number | '';
  materials?: string | undefined;
}

type LineErrors = Readonly<Record<string, { count?: { message?: string }; product_variant_id?: { message?: string } }>>;

interface LinesProps extends FieldBinding {
  known: Readonly<Record<string, Goods>>;
  /** Lines stand still; what they are made of can still be told. */
  fixed?: boolean;
}

/** The lines of a request: search, counts, materials, remove. */
export function LinesField({ name, control, known, fixed = false }: LinesProps) {
  const t = useText(text);
  const { field, fieldState } = useController({ name, control });
  const [names, setNames] = useState(known);
  const value = field.value as Line[];
  const errors = (fieldState.error ?? {}) as unknown as LineErrors;
  const add = (variant: VariantRecord) => {
    setNames((before) => ({ ...before, [variant.id]: goodsOf(variant) }));
    if (!value.some((line) => line.product_variant_id === variant.id))
      field.onChange([...value, { product_variant_id: variant.id, count: 1, materials: '' }]);
  };
  return (
    <Stack gap="sm">
      {!fixed && (
        <VariantFinder isChosen={(id) => value.some(({ product_variant_id }) => product_variant_id === id)} add={add} />
      )}
      {value.length === 0 ? (
        <Text px="md" pb="md" {...(fieldState.error ? { c: 'var(--text-negative)', role: 'alert' } : { c: 'dimmed' })}>
          {fieldState.error ? t.needLines : t.noLines}
        </Text>
      ) : (
        <LineTable>
          <thead>
            <tr>
              <th scope="col">{t.product}</th>
              <th scope="col">{t.count}</th>
              <th scope="col">{t.materials}</th>
              {!fixed && <td />}
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
                fixed={fixed}
                change={(part) => field.onChange(value.map((one, at) => (at === i ? { ...one, ...part } : one)))}
                remove={() => field.onChange(value.filter((_, at) => at !== i))}
              />
            ))}
          </tbody>
        </LineTable>
      )}
    </Stack>
  );
}

interface LineRowProps {
  line: Line;
  name: Goods | undefined;
  error: string | undefined;
  onBlur: () => void;
  fixed: boolean;
  change: (part: Partial<Line>) => void;
  remove: () => void;
}

function LineRow({ line, name, error, onBlur, fixed, change, remove }: LineRowProps) {
  const t = useText(text);
  const title = name ? titleOf(name) : '…';
  return (
    <tr>
      <td className="line-name">{name ? <GoodsName item={name} /> : title}</td>
      <td>
        <span className="line-label">{t.count}</span>
        {fixed ? (
          <Count value={Number(line.count)} />
        ) : (
          <QuantityInput
            className="line-count"
            aria-label={t.countOf(title)}
            min={1}
            value={line.count === '' ? null : line.count}
            onChange={(count) => change({ count: count ?? '' })}
            onBlur={onBlur}
            error={error}
          />
        )}
      </td>
      <td>
        <span className="line-label">{t.materials}</span>
        <TextInput
          className="line-words"
          aria-label={t.materialsOf(title)}
          placeholder={t.materialsHint}
          maxLength={500}
          value={line.materials ?? ''}
          onChange={(event) => change({ materials: event.currentTarget.value })}
          onBlur={onBlur}
        />
      </td>
      {!fixed && (
        <td className="cell-right">
          <span className="line-label" />
          <Tooltip label={t.remove}>
            <ActionIcon variant="subtle" color="gray" size={36} onClick={remove} aria-label={t.removeLine(title)}>
              <IconTrash size={18} />
            </ActionIcon>
          </Tooltip>
        </td>
      )}
    </tr>
  );
}
