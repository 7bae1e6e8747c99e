/** Rows of goods whose count and price are typed: of an order that is being made, and of the basket. */
import { ActionIcon, Group, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { MoneyInput, QuantityInput } from '../form/inputs';
import { LineCell } from './LineTable';
import { Thumbnail } from './Thumbnail';

export interface GoodsWords {
  readonly product: string;
  readonly cost: string;
  readonly count: string;
  readonly customerPrice: string;
  readonly amount: string;
  readonly takeAway: string;
  countOf(name: string): string;
  customerPriceOf(name: string): string;
}

export function GoodsHead({ words }: { words: GoodsWords }) {
  return (
    <thead>
      <tr>
        <th scope="col">{words.product}</th>
        <th scope="col" className="cell-right">
          {words.cost}
        </th>
        <th scope="col">{words.count}</th>
        <th scope="col">{words.customerPrice}</th>
        <th scope="col" className="cell-right">
          {words.amount}
        </th>
        <th scope="col">
          <VisuallyHidden>{words.takeAway}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

interface GoodsRowProps {
  words: GoodsWords;
  id: string;
  name: string;
  thumbnail_url: string | null;
  /** SKU, how much there is: what is not known is left out. */
  about: readonly (string | null | undefined)[];
  /** Under the name: what is wrong, further fields. */
  below?: ReactNode;
  isShort: boolean;
  cost: ReactNode;
  count: Pick<ComponentProps<typeof QuantityInput>, 'value' | 'onChange' | 'onBlur' | 'onEnter' | 'error' | 'max'>;
  price: Pick<ComponentProps<typeof MoneyInput>, 'value' | 'onChange' | 'onBlur' | 'error' | 'placeholder'>;
  amount: ReactNode;
  remove: { onClick: () => void; label: string; loading?: boolean };
}

export function GoodsRow({ words, id, name, about, ...row }: GoodsRowProps) {
  return (
    <tr data-short={row.isShort ? true : undefined} data-line={id}>
      <td className="line-name">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Thumbnail url={row.thumbnail_url} />
          <div>
            <Text className="wrap-anywhere">{name}</Text>
            <Text size="sm" c="dimmed" className="wrap-anywhere">
              {about.filter(Boolean).join(' · ')}
            </Text>
            {row.below}
          </div>
        </Group>
      </td>
      <LineCell label={words.cost}>{row.cost}</LineCell>
      <td>
        <span className="line-label">{words.count}</span>
        <QuantityInput className="line-count" aria-label={words.countOf(name)} min={1} {...row.count} />
      </td>
      <td>
        <span className="line-label">{words.customerPrice}</span>
        <MoneyInput className="line-price" aria-label={words.customerPriceOf(name)} {...row.price} />
      </td>
      <LineCell label={words.amount}>{row.amount}</LineCell>
      <td className="cell-right line-remove">
        <Tooltip label={words.takeAway}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            loading={row.remove.loading ?? false}
            onClick={row.remove.onClick}
            aria-label={row.remove.label}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Tooltip>
      </td>
    </tr>
  );
}
