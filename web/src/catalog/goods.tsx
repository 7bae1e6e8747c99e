import './goods.css';
import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import { Anchor, Box, Group, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useStockWords } from '../kit/display/stock';
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

/** Decorative: the name stands beside it. */
function Picture({ url }: { url: string | null }) {
  return (
    <span className="goods-thumb">
      {url ? <img src={url} alt="" loading="lazy" /> : <IconPhoto size={20} stroke={1.5} aria-hidden />}
    </span>
  );
}

/** Picture, name and SKU; `under` stands behind the SKU. */
export function GoodsName({ item, to, under }: { item: Goods; to?: string; under?: ReactNode }) {
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
export function GoodsCell({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td className="cell-right">
      <span className="goods-label">{label}</span>
      {children}
    </td>
  );
}

const FOUND = 20;

interface VariantFinderProps {
  isChosen: (id: string) => boolean;
  /** `byCode`: it was scanned or its code typed, not chosen from the list. */
  add: (variant: VariantRecord, byCode: boolean) => void;
}

/** Finds a modification by its name, SKU or barcode, typed or scanned. */
export function VariantFinder({ isChosen, add }: VariantFinderProps) {
  const t = useText(text);
  const words = useStockWords();
  const project_id = useProjectId();
  return (
    <Box px="md">
      <Finder
        label={t.findVariant}
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
          <span className="goods-found">
            <Picture url={variant.thumbnail_url} />
            <span>
              <span className="wrap-anywhere">{titleOf(goodsOf(variant))}</span>
              <Text span display="block" className="goods-hint">
                {[variant.sku, isChosen(variant.id) ? t.variantAdded : null].filter(Boolean).join(' · ')}
              </Text>
            </span>
            <span className="goods-hint nowrap">{words(variant)}</span>
          </span>
        )}
        onPick={add}
        scan
      />
    </Box>
  );
}
