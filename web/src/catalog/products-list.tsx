/** What lists of products have in common: a project's own and that of all suppliers. */
import type { ProductRow } from '@lanka/domain/catalog/contract';
import type { Told } from '@lanka/domain/kit/availability';
import { Stock } from '../kit/display/stock';
import { Thumbnail } from '../kit/display/Thumbnail';
import { Count } from '../kit/display/values';
import type { Column } from '../kit/list/DataTable';
import { ProductCell } from './parts';
import type { CatalogText } from './text';

const under = (product: ProductRow, t: CatalogText) =>
  [product.sku, product.variants_count > 1 ? t.modificationsCount(product.variants_count) : '']
    .filter(Boolean)
    .join(' · ');

/** What a product is known by: on a wide screen in one cell, on a phone in the lines of its card. */
export const nameColumns = <Row extends ProductRow>(t: CatalogText, words: (told: Told) => string): Column<Row>[] => [
  {
    id: 'name',
    title: t.name,
    sort: 'name',
    cut: true,
    share: 2,
    render: (row) => <ProductCell url={row.thumbnail_url} name={row.name} about={under(row, t)} />,
  },
  {
    id: 'picture',
    title: '',
    only: 'card',
    card: 'picture',
    render: (row) => <Thumbnail url={row.thumbnail_url} />,
  },
  {
    id: 'left',
    title: '',
    only: 'card',
    card: 'line',
    render: (row) => (row.variants_count > 0 ? words(row) : null),
  },
  // a narrow card cuts what stands last
  { id: 'about', title: '', only: 'card', card: 'line', render: (row) => under(row, t) },
];

export const stockFilter = (options: readonly { value: string; label: string }[], t: CatalogText) =>
  options.length > 0 ? [{ name: 'stock', label: t.stock, kind: 'choice' as const, options: [...options] }] : [];

export const Available = ({ row }: { row: Told & { variants_count: number; unit: string } }) =>
  row.variants_count === 0 ? <Count value={null} /> : <Stock told={row} unit={row.unit} />;
