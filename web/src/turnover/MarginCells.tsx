import { readProduct } from '@lanka/domain/catalog/contract';
import { formatPercent } from '@lanka/domain/kit/money';
import { listProductMargins, type ProductMargin } from '@lanka/domain/turnover/contract';
import type { ReactNode } from 'react';
import type { ProductCellProps } from '../catalog';
import { Explain } from '../kit/display/facts';
import { Amount } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { ModificationCosts } from './ProductCosts';
import { text } from './text';

/** Every cell of a page asks the same, so it is asked once. */
function useMargin({ projectId, row, ids }: ProductCellProps): ProductMargin | undefined {
  const args = { params: { project_id: projectId }, query: { ids: [...ids].sort().join(',') } };
  const margins = useCall(listProductMargins, args, { enabled: ids.length > 0, staleTime: 60_000 });
  return margins.data?.items.find(({ product_id }) => product_id === row.id);
}

interface RangeProps {
  min: number | null | undefined;
  max: number | null | undefined;
  render: (value: number) => ReactNode;
}

function Range({ min, max, render }: RangeProps) {
  if (min === null || min === undefined || max === null || max === undefined) return '–';
  return (
    <span className="figures nowrap">
      {render(min)}
      {max !== min && <> – {render(max)}</>}
    </span>
  );
}

export function CostCell(props: ProductCellProps) {
  const margin = useMargin(props);
  const range = <Range min={margin?.min_cost} max={margin?.max_cost} render={(value) => <Amount kopecks={value} />} />;
  return margin?.known ? <OfModifications {...props}>{range}</OfModifications> : range;
}

export function MarginCell(props: ProductCellProps) {
  const margin = useMargin(props);
  const range = <Range min={margin?.min_percent} max={margin?.max_percent} render={formatPercent} />;
  return margin?.known ? <OfModifications {...props}>{range}</OfModifications> : range;
}

/** A figure of a product opens those of its modifications, and each of them its documents. */
function OfModifications({ projectId, row, children }: ProductCellProps & { children: ReactNode }) {
  const t = useText(text);
  return (
    <Explain value={children} title={t.costsOf(row.name)}>
      {() => <CostsOf projectId={projectId} id={row.id} />}
    </Explain>
  );
}

function CostsOf({ projectId, id }: { projectId: string; id: string }) {
  const product = useCall(readProduct, { params: { project_id: projectId, id } });
  return <Loaded query={product}>{(found) => <ModificationCosts projectId={projectId} product={found} />}</Loaded>;
}
