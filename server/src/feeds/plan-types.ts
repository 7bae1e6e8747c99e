import type { ImportOptions, RowOutcome } from '@lanka/domain/feeds/contract';
import type { RowReason } from '@lanka/domain/feeds/reasons';
import type { TemplateSet } from '@lanka/domain/templates/fields';
import type { MainInfo } from '@lanka/domain/templates/main_info';
import type { BulkChange, Columns, ProductState } from '../catalog';
import type { Templates } from '../templates';
import type { KindTraits } from './kinds';
import type { StagedOffer } from './tables';

export type Field = NonNullable<Templates[TemplateSet]>[number];

/** The additional fields that the columns of a table bring, by the names of the columns. */
export type FieldColumns = ReadonlyMap<string, Field>;

/** One row that is to become, or is already, a variant. */
export interface PlanRow {
  readonly id: string;
  readonly number: number;
  readonly external_id: string;
  readonly offer: StagedOffer;
  /** The variant it was recognised as. */
  readonly product_variant_id: string | null;
}

export interface PlanGroup {
  readonly rows: readonly PlanRow[];
  readonly before: ProductState | null;
  /** Key of the product in its source. */
  readonly source_key: string;
  /** The user joined these rows; the name he gave is his. */
  readonly joined_title: string | null;
  readonly keeps_name: boolean;
}

/** What a group is compared with. */
export interface PlanContext {
  readonly source: string;
  readonly traits: KindTraits;
  readonly options: ImportOptions;
  readonly levels: ReadonlyMap<string, { readonly actual: number; readonly booked: number; readonly waiting: number }>;
  /** Who has a barcode: the variant's id. */
  readonly barcodes: ReadonlyMap<string, string>;
  /** Addresses of photos that were fetched or tried before, by product. */
  readonly pictures: ReadonlyMap<string, ReadonlySet<string>>;
  /** The category of a path; null where there is none, and no room for it. In a dry run it need not be there yet. */
  readonly categoryOf: (names: readonly string[]) => { readonly id: string | null; readonly path: string } | null;
  /** The price level of this name; null where there is none, and no room for it. In a dry run it need not be there yet. */
  readonly levelOf: (name: string) => { readonly id: string; readonly name: string } | null;
  /** What goods may be counted in, and what new modifications are of which the file tells no weight or size. */
  readonly defaults: Pick<MainInfo, 'units' | 'default_weight' | 'default_size'>;
  /** The attribute columns that the rows may use. */
  readonly columns: Columns;
  /** Additional fields of products and modifications, and the columns that bring them. */
  readonly templates: Templates;
  readonly fieldColumns: FieldColumns;
  /** Products that were hidden because the file had them no more: it has them again. */
  readonly returned: ReadonlySet<string>;
  /** Variants that the source knows already; the others are linked. */
  readonly linked: ReadonlySet<string>;
}

export type Changes = Record<string, { from: string | number | boolean | null; to: string | number | boolean | null }>;

export interface RowPlan {
  readonly id: string;
  outcome: RowOutcome;
  reasons: RowReason[];
  warnings: RowReason[];
  changes: Changes;
  product_id: string | null;
  product_variant_id: string | null;
}

export interface NewPicture {
  readonly product_id: string;
  /** What it shows, if not the whole product. */
  readonly product_variant_id: string | null;
  readonly product_value_id: string | null;
  readonly url: string;
}

export interface GroupPlan {
  /** Null when nothing of the product is to be written. */
  readonly change: BulkChange | null;
  readonly rows: RowPlan[];
  readonly stock: { product_variant_id: string; counted: number }[];
  readonly pictures: NewPicture[];
}
