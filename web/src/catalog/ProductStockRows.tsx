import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import { Divider, Group, Stack, Text } from '@mantine/core';
import { usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Loaded } from '../kit/page/states';
import { goodsOf, titleOf } from './goods';
import { type Figure, StockFigure } from './StockRows';

const PAGE = 30;

/** What a figure of a product is made of: that of each modification, which opens its own rows. */
export function ProductStockRows({ projectId, id, figure }: { projectId: string; id: string; figure: Figure }) {
  const list = usePages<VariantRecord>(listAllVariants, {
    params: { project_id: projectId },
    query: { product_id: id, limit: PAGE },
  });
  return (
    <Loaded query={list}>
      {(rows) => (
        <Stack gap="sm">
          {rows.map((row, i) => {
            const name = titleOf(goodsOf(row));
            return (
              <div key={row.id}>
                {i > 0 && <Divider mb="sm" />}
                <Group justify="space-between" wrap="nowrap" gap="md">
                  <Text className="wrap-anywhere">{row.name || row.sku || name}</Text>
                  <StockFigure {...{ projectId, figure, name }} variantId={row.id} stock={row} unit={row.unit} />
                </Group>
              </div>
            );
          })}
          <MoreRows list={list} />
        </Stack>
      )}
    </Loaded>
  );
}
