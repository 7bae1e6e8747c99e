import * as contract from '@lanka/domain/catalogue/contract';
import { Group } from '@mantine/core';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useText } from '../kit/text';
import {
  Cards,
  CatalogueTabs,
  OnlyWithPlan,
  ProductInCard,
  SortChoice,
  usePriceFilters,
  useSupplierFilters,
} from './parts';
import { text } from './text';

export const GoodsPage = () => (
  <OnlyWithPlan>
    <AllGoods />
  </OnlyWithPlan>
);

/** `/cp/catalogue/products`: goods of all suppliers, by which one finds a supplier. */
function AllGoods() {
  const t = useText(text);
  const list = useList(contract.listGoods, {});
  const fields = useSupplierFilters();
  const prices = usePriceFilters();
  return (
    <Page title={t.title}>
      <CatalogueTabs />
      <Group gap="xs">
        <SearchField list={list} placeholder={t.searchGoods} />
        <Filters list={list} fields={[...prices, ...fields]} />
        <SortChoice list={list} sorts={['-created_at', 'price', '-price']} />
      </Group>
      <GoodsCards list={list} withSupplier />
    </Page>
  );
}

export function GoodsCards({
  list,
  withSupplier = false,
}: {
  list: ReturnType<typeof useList<typeof contract.listGoods>>;
  withSupplier?: boolean;
}) {
  const t = useText(text);
  return (
    <Cards
      label={t.goods}
      list={list}
      cols={{ base: 2, sm: 3, lg: 4 }}
      keyOf={(one) => one.id}
      draw={(one) => <ProductInCard product={one} withSupplier={withSupplier} />}
      empty={<EmptyState drawing="boxes" title={t.emptyGoods} text={t.emptyGoodsText} />}
    />
  );
}
