import './goods.css';
import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import { Anchor, Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useStockWords } from '../kit/display/stock';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Finder } from '../kit/form/finder';
import { call } from '../kit/http/call';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** How a modification is shown in the lines of a document or a request. */
export interface Goods {
  readonly product_title: string;
  readonly modification_title: string;
  readonly sku: string;
  readonly thumbnail_url: string | null;
}

export const goodsOf = (variant: VariantRecord): Goods => ({
  product_title: variant.product_name,
  modification_title: variant.name,
  sku: variant.sku,
  thumbnail_url: variant.thumbnail_url,
});

export const titleOf = ({
  product_title,
  modification_title,
}: Pick<Goods, 'product_title' | 'modification_title'>): string =>
  modification_title && modification_title !== product_title
    ? `${product_title}, ${modification_title}`
    : product_title;

/** On a phone's card the name of the product is cut before that of the modification: by it rows are told apart. */
export function GoodsTitle({ of }: { of: Pick<Goods, 'product_title' | 'modification_title'> }) {
  const name = titleOf(of);
  if (name === of.product_title) return name;
  return (
    <span className="goods-title">
      <span>{of.product_title},</span> <span>{of.modification_title}</span>
    </span>
  );
}

/** Picture, name and SKU; `under` stands behind the SKU. */
export function GoodsName({ item, to, under }: { item: Goods; to?: string; under?: ReactNode }) {
  const name = titleOf(item);
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Thumbnail url={item.thumbnail_url} />
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

const FOUND = 20;

interface VariantFinderProps {
  /** Where it is looked for: a dropshipper says at which supplier. */
  project_id?: string;
  isChosen: (id: string) => boolean;
  /** What it is looked for; to be added, unless it says. */
  label?: string;
  /** `byCode`: it was scanned or its code typed, not chosen from the list. */
  add: (variant: VariantRecord, byCode: boolean) => void;
}

/** Finds a modification by its name, SKU or barcode, typed or scanned. */
export function VariantFinder({ project_id: given, isChosen, label, add }: VariantFinderProps) {
  const t = useText(text);
  const words = useStockWords();
  const here = useProjectId();
  const project_id = given ?? here;
  return (
    <Box px="md">
      <Finder
        label={label ?? t.findVariant}
        placeholder={t.findVariantHint}
        find={async (q, signal) => {
          const query = { limit: FOUND, ...(q ? { q } : {}) };
          const asked = { params: { project_id }, query, ...(signal ? { signal } : {}) };
          return (await call(listAllVariants, asked)).items.filter(({ deleted }) => !deleted);
        }}
        keyOf={({ id }) => id}
        nameOf={(variant) => titleOf(goodsOf(variant))}
        codesOf={({ code, sku }) => [code, sku]}
        render={(variant) => (
          <span className="found">
            <Thumbnail url={variant.thumbnail_url} />
            <span className="found-name">
              <span className="wrap-anywhere">{titleOf(goodsOf(variant))}</span>
              <Text span display="block" className="found-hint">
                {[variant.sku, isChosen(variant.id) ? t.variantAdded : null].filter(Boolean).join(' · ')}
              </Text>
            </span>
            <span className="found-hint nowrap">{words(variant)}</span>
          </span>
        )}
        onPick={add}
        scan
      />
    </Box>
  );
}
