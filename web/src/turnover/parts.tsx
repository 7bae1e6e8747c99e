import './turnover.css';
import type { TurnoverDocument, TurnoverItem, TurnoverRow } from '@lanka/domain/turnover/contract';
import { Anchor, Group, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** What of a posted document has not come yet is what matters about it. */
export const shownStatus = ({ status, expected }: Pick<TurnoverRow, 'status' | 'expected'>) =>
  expected > 0 ? 'expected' : status;

export type Named = Pick<TurnoverItem, 'product_title' | 'modification_title' | 'sku' | 'thumbnail_url'>;

export const titleOf = ({ product_title, modification_title }: Named): string =>
  modification_title && modification_title !== product_title
    ? `${product_title}, ${modification_title}`
    : product_title;

/** A product's picture, decorative: the name stands beside it. */
export function Picture({ url }: { url: string | null }) {
  return (
    <span className="goods-thumb">
      {url ? <img src={url} alt="" loading="lazy" /> : <IconPhoto size={20} stroke={1.5} aria-hidden />}
    </span>
  );
}

export function ProductName({ item, to, under }: { item: Named; to?: string; under?: ReactNode }) {
  const name = titleOf(item);
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Picture url={item.thumbnail_url} />
      <div>
        {to ? (
          <Anchor component={Link} to={to} inherit className="wrap-anywhere">
            {name}
          </Anchor>
        ) : (
          <Text className="wrap-anywhere">{name}</Text>
        )}
        {(item.sku || under) && (
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            {item.sku}
            {item.sku && under && ' · '}
            {under}
          </Text>
        )}
      </div>
    </Group>
  );
}

/** A number of a line, with its name on a phone, where the table has no head. */
export function Cell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="cell-right">
      <span className="goods-label">{label}</span>
      {children}
    </td>
  );
}

export const piecesOf = (items: readonly { count: number | '' | null }[]): number =>
  items.reduce((total, { count }) => total + (Number(count) || 0), 0);

/** Who stands against the document, as one calls him there. */
export const partyWord = (
  { flow, type }: Pick<TurnoverDocument, 'flow' | 'type'>,
  t: { supplier: string; buyer: string },
): string => (type === 'purchase' || (type === 'return' && flow === 'outcome') ? t.supplier : t.buyer);
