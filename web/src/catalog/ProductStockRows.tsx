import { listAllVariants, type VariantRecord } from '@lanka/domain/catalog/contract';
import { Divider, Group, Stack, Text } from '@mantine/core';
import { Explain } from '../kit/display/facts';
import { Count } from '../kit/display/values';
import { usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { goodsOf, titleOf } from './goods';
import { AvailableRows, BookingRows, MovementRows } from './StockRows';
import { text } from './text';

export type Figure = 'actual' | 'booked' | 'available';

const PAGE = 30;

/** What a figure of a product is made of: that of each modification, which opens its own rows. */
export function ProductStockRows({ projectId, id, figure }: { projectId: string; id: string; figure: Figure }) {
  const t = useText(text);
  const list = usePages<VariantRecord>(listAllVariants, {
    params: { project_id: projectId },
    query: { product_id: id, limit: PAGE },
  });
  return (
    <Loaded query={list}>
      {(rows) => (
        <Stack gap="sm">
          {rows.map((row, i) => {
            const { actual, booked } = { actual: row.actual ?? 0, booked: row.booked ?? 0 };
            const of = { projectId, variantId: row.id };
            const name = titleOf(goodsOf(row));
            const figures = {
              actual: { title: t.movementsOf(name), rows: () => <MovementRows {...of} /> },
              booked: {
                title: t.bookingsOf(name),
                rows: () => <BookingRows {...of} available={actual - booked} />,
              },
              available: {
                title: t.availableOf(name),
                rows: () => <AvailableRows {...of} actual={actual} booked={booked} />,
              },
            };
            const { title, rows: opened } = figures[figure];
            return (
              <div key={row.id}>
                {i > 0 && <Divider mb="sm" />}
                <Group justify="space-between" wrap="nowrap" gap="md">
                  <Text className="wrap-anywhere">{row.name || row.sku || name}</Text>
                  <Explain
                    value={<Count value={{ actual, booked, available: actual - booked }[figure]} unit={row.unit} />}
                    title={title}
                  >
                    {opened}
                  </Explain>
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
