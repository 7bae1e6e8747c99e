import * as contract from '@lanka/domain/catalogue/contract';
import { Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { StatusTabs } from '../kit/display/status';
import { Aside, Count, DateTime } from '../kit/display/values';
import { type Column, DataTable } from '../kit/list/DataTable';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { remember, remembered } from '../kit/storage';
import { useText } from '../kit/text';
import {
  Cards,
  CatalogueTabs,
  FavouriteButton,
  OnlyWithPlan,
  ROOT,
  SortChoice,
  SupplierInCard,
  useSupplierFilters,
} from './parts';
import { text } from './text';

export const SuppliersPage = () => (
  <OnlyWithPlan>
    <Suppliers />
  </OnlyWithPlan>
);

const LOOK = 'view:catalogue-look';

function Suppliers() {
  const t = useText(text);
  const list = useList(contract.listSuppliers, {});
  const fields = useSupplierFilters();
  const columns = useColumns();
  const [look, setLook] = useState(() => (remembered(LOOK) === 'table' ? 'table' : 'cards'));
  const { tab } = list.state.values;
  const empty =
    tab === 'mine' ? (
      <EmptyState drawing="people" title={t.emptyMine} text={t.emptyMineText} />
    ) : tab === 'favourites' ? (
      <EmptyState drawing="people" title={t.emptyFavourites} text={t.emptyFavouritesText} />
    ) : (
      <EmptyState drawing="people" title={t.empty} text={t.emptyText} />
    );
  const tools = (
    <>
      <SearchField list={list} placeholder={t.search} />
      <Filters list={list} fields={fields} />
    </>
  );
  return (
    <Page
      title={t.title}
      secondary={
        <SegmentedControl
          aria-label={t.look}
          data={[
            { value: 'cards', label: t.cards },
            { value: 'table', label: t.table },
          ]}
          value={look}
          onChange={(next) => {
            setLook(next);
            remember(LOOK, next);
          }}
        />
      }
    >
      <CatalogueTabs />
      <StatusTabs
        list={list}
        name="tab"
        options={[
          { value: '', label: t.all },
          { value: 'mine', label: t.mine },
          { value: 'favourites', label: t.favourites },
        ]}
      />
      {look === 'table' ? (
        <DataTable
          id="catalogue"
          label={t.title}
          list={list}
          rowKey={(row) => row.id}
          rowLink={(row) => `${ROOT}/${row.friendly_id}`}
          columns={columns}
          tools={tools}
          tab="tab"
          empty={empty}
        />
      ) : (
        <>
          <Group gap="xs">
            {tools}
            <SortChoice list={list} sorts={['-verified_at', 'title', '-goods']} />
          </Group>
          <Cards
            label={t.title}
            list={list}
            cols={{ base: 1, sm: 2, lg: 3 }}
            keyOf={(one) => one.id}
            draw={(one) => <SupplierInCard supplier={one} />}
            empty={empty}
          />
        </>
      )}
    </Page>
  );
}

function useColumns(): Column<contract.Card>[] {
  const t = useText(text);
  return [
    {
      id: 'title',
      title: t.name,
      sort: 'title',
      cut: true,
      render: ({ title, category }) => (
        <>
          {title}
          <Aside>{category}</Aside>
        </>
      ),
    },
    { id: 'city', title: t.city, cut: true, card: 'line', render: ({ city }) => city || '–' },
    { id: 'region', title: t.region, cut: true, optional: true, render: ({ region }) => region || '–' },
    {
      id: 'restriction',
      title: t.restriction,
      cut: true,
      optional: true,
      render: ({ region_restriction }) => region_restriction || '–',
    },
    {
      id: 'goods',
      title: t.goods,
      sort: 'goods',
      align: 'right',
      card: 'end',
      render: ({ goods }) => <Count value={goods} />,
    },
    { id: 'in_stock', title: t.inStock, align: 'right', render: ({ in_stock }) => <Count value={in_stock} /> },
    { id: 'minimum', title: t.minimum, cut: true, render: ({ minimum_order }) => minimum_order || '–' },
    { id: 'delivery', title: t.deliveryTime, cut: true, render: ({ delivery_time }) => delivery_time || '–' },
    { id: 'returns', title: t.returns, cut: true, optional: true, render: ({ returns }) => returns || '–' },
    {
      id: 'newest',
      title: t.newest,
      optional: true,
      render: ({ newest_at }) => <DateTime at={newest_at} />,
    },
    {
      id: 'verified_at',
      title: t.verified,
      sort: 'verified_at',
      optional: true,
      render: ({ verified_at }) => <DateTime at={verified_at} />,
    },
    {
      id: 'favourite',
      title: t.favourites,
      card: 'corner',
      align: 'right',
      render: (row) => <FavouriteButton supplier={row} />,
    },
  ];
}
