/** Small parts that the product screens share. */
import './catalog.css';
import { formatAmount } from '@lanka/domain/kit/money';
import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StatusTable } from '../kit/display/status';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Aside } from '../kit/display/values';
import { RouteTabs } from '../kit/page/route-tabs';
import { useText } from '../kit/text';
import { text } from './text';

export type ProductState = 'published' | 'unpublished' | 'deleted';

export const productStatus: StatusTable<ProductState> = {
  published: { color: 'green', ua: 'Опублікований', en: 'Published' },
  unpublished: { color: 'gray', ua: 'Прихований', en: 'Hidden' },
  deleted: { color: 'red', ua: 'Видалений', en: 'Deleted' },
};

export const stateOf = (product: { published: boolean; deleted: boolean }): ProductState =>
  product.deleted ? 'deleted' : product.published ? 'published' : 'unpublished';

export function NameWithThumbnail({ url, name, under }: { url: string | null; name: string; under?: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" component="span">
      <Thumbnail url={url} />
      <span className="product-name">
        <span className="wrap-anywhere">{name}</span>
        {under && (
          <Text span display="block" size="sm" c="dimmed" fw={400} className="wrap-anywhere">
            {under}
          </Text>
        )}
      </span>
    </Group>
  );
}

/** A product in a row of a list. */
export function ProductCell({ url, name, about }: { url: string | null; name: ReactNode; about: string }) {
  return (
    <span className="cell-name">
      <span className="only-table">
        <Thumbnail url={url} size={32} />
      </span>
      <span>
        {name}
        {about && <Aside onlyTable>{about}</Aside>}
      </span>
    </span>
  );
}

/** `900,00 – 1 200,00 ₴`, or one price when they are the same. */
export function PriceRange({ min, max }: { min: number | null; max: number | null }) {
  if (min === null || max === null)
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
  const range = min === max ? formatAmount(min) : `${formatAmount(min)} – ${formatAmount(max)}`;
  return <span className="figures nowrap">{`${range}\u00a0₴`}</span>;
}

interface StatCardProps {
  label: string;
  value: ReactNode;
  hint?: ReactNode;
  /** Where the number leads: the list that it counts. */
  to?: string;
}

export function StatCard({ label, value, hint, to }: StatCardProps) {
  const content = (
    <>
      <Text size="sm" c="dimmed" component="div">
        {label}
        {hint && <span className="stat-hint">{hint}</span>}
      </Text>
      <Text fz={17} fw={650} className="figures nowrap" component="div">
        {value}
      </Text>
    </>
  );
  return to ? (
    <Paper withBorder radius="md" component={Link} to={to} className="stat-card">
      {content}
    </Paper>
  ) : (
    <Paper withBorder radius="md" className="stat-card">
      {content}
    </Paper>
  );
}

/** Goods as products and, for the warehouse, as modifications on their shelves. */
export function GoodsTabs() {
  const t = useText(text);
  return (
    <RouteTabs
      label={t.products}
      tabs={[
        { to: '/cp/products', label: t.products },
        { to: '/cp/products/modifications', label: t.modifications },
      ]}
    />
  );
}
