import { formatPercent } from '@lanka/domain/kit/money';
import { listProductMargins, type ProductMargin } from '@lanka/domain/turnover/contract';
import type { ReactNode } from 'react';
import type { ProductCellProps } from '../catalog';
import { Amount } from '../kit/display/values';
import { useCall } from '../kit/http/query';

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
  return <Range min={margin?.min_cost} max={margin?.max_cost} render={(value) => <Amount kopecks={value} />} />;
}

export function MarginCell(props: ProductCellProps) {
  const margin = useMargin(props);
  return <Range min={margin?.min_percent} max={margin?.max_percent} render={formatPercent} />;
}
