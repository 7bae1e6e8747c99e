import './catalogue.css';
import type { Goods, Card as SupplierCard } from '@lanka/domain/catalogue/contract';
import * as contract from '@lanka/domain/catalogue/contract';
import { CATALOGUE_PLANS, seesCatalogue } from '@lanka/domain/catalogue/rules';
import { formatMoney } from '@lanka/domain/kit/money';
import { CATEGORIES } from '@lanka/domain/projects/contract';
import { listPlanPrices } from '@lanka/domain/site/contract';
import { ActionIcon, Anchor, Badge, Button, Group, Paper, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconRosetteDiscountCheck, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Thumbnail } from '../kit/display/Thumbnail';
import { DateTime } from '../kit/display/values';
import type { Answer } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import type { FilterField } from '../kit/list/filters';
import { isNarrowed, type List } from '../kit/list/list';
import { NothingFound } from '../kit/list/NothingFound';
import { Paging } from '../kit/list/paging';
import { ActionButton, Page } from '../kit/page/page';
import { RouteTabs } from '../kit/page/route-tabs';
import { EmptyState, FailedState, LinesSkeleton, Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { PausedBadge } from '../projects';
import { text } from './text';

export const ROOT = '/cp/catalogue';

/** Whoever has no paid dropshipper plan is told what one gives (specification §6); the server refuses anyway. */
export function OnlyWithPlan({ children }: { children: ReactNode }) {
  const { user } = useSession();
  return seesCatalogue(user.billing_account.subscription_plan) ? children : <NeedsPlan />;
}

function NeedsPlan() {
  const t = useText(text);
  const prices = useCall(listPlanPrices, {});
  const cheapest = ({ items }: Answer<typeof listPlanPrices>) =>
    Math.min(...items.filter(({ plan }) => CATALOGUE_PLANS.some((one) => one === plan)).map(({ price }) => price));
  return (
    <Page title={t.title}>
      <Loaded query={prices}>
        {(list) => (
          <EmptyState
            drawing="people"
            title={t.planTitle}
            text={`${t.planText} ${t.planFrom(formatMoney(cheapest(list)))}`}
            action={<ActionButton label={t.planChoose} to="/cp/dropshipper-profile/billing" />}
          />
        )}
      </Loaded>
    </Page>
  );
}

export function CatalogueTabs() {
  const t = useText(text);
  return (
    <RouteTabs
      label={t.sections}
      tabs={[
        { to: ROOT, label: t.suppliers },
        { to: `${ROOT}/products`, label: t.goods },
        { to: '/cp/applications', label: t.myApplications },
      ]}
    />
  );
}

const SUMS = [500_00, 1_000_00, 3_000_00, 5_000_00, 10_000_00];

/** What suppliers are narrowed by, in the list of suppliers and in that of goods. */
export function useSupplierFilters(): FilterField[] {
  const t = useText(text);
  const { data } = useCall(contract.listPlaces, {});
  const choice = (name: string, label: string, values: readonly string[]): FilterField => ({
    ...{ name, label, kind: 'choice' },
    options: values.map((value) => ({ value, label: value })),
  });
  return [
    choice('category', t.business, CATEGORIES),
    {
      ...{ name: 'goods_category', label: t.goodsCategory, kind: 'choice' },
      options: (data?.goods_categories ?? []).map((path) => ({ value: path, label: path })),
    },
    choice('city', t.city, data?.cities ?? []),
    choice('region', t.region, data?.regions ?? []),
    {
      ...{ name: 'minimum_order_to', label: t.minimumUpTo, kind: 'choice' },
      options: SUMS.map((sum) => ({ value: String(sum), label: t.upTo(formatMoney(sum)) })),
    },
    { name: 'in_stock', label: t.inStock, kind: 'flag' },
  ];
}

export function usePriceFilters(): FilterField[] {
  const t = useText(text);
  const prices = [100_00, 200_00, 500_00, 1_000_00, 2_000_00, 5_000_00];
  const options = (words: (sum: string) => string) =>
    prices.map((sum) => ({ value: String(sum), label: words(formatMoney(sum)) }));
  return [
    { name: 'price_from', label: t.priceFrom, kind: 'choice', options: options(t.from) },
    { name: 'price_to', label: t.priceTo, kind: 'choice', options: options(t.upTo) },
  ];
}

/** A list of cards has no heads of columns to sort by. */
export function SortChoice<T>({ list, sorts }: { list: List<T>; sorts: readonly [string, ...string[]] }) {
  const t = useText(text);
  const chosen = list.state.values.sort ?? sorts[0];
  // the heads of the table have more orders than these
  const offered = [...new Set([...sorts, chosen])];
  return (
    <Select
      aria-label={t.sort}
      data={offered.map((value) => ({ value, label: t.sorts[value] ?? value }))}
      value={chosen}
      onChange={(sort) => list.state.set({ sort })}
      allowDeselect={false}
      w={220}
    />
  );
}

export function FavouriteButton({ supplier }: { supplier: Pick<SupplierCard, 'id' | 'title' | 'favourite'> }) {
  const t = useText(text);
  const add = useAction(contract.addFavourite, {});
  const remove = useAction(contract.removeFavourite, {});
  const { favourite, title } = supplier;
  return (
    <ActionIcon
      variant="subtle"
      size={36}
      loading={add.isPending || remove.isPending}
      onClick={() => (favourite ? remove : add).mutate({ params: { id: supplier.id } })}
      aria-label={favourite ? t.removeFavourite(title) : t.addFavourite(title)}
    >
      {favourite ? <IconStarFilled size={20} /> : <IconStar size={20} />}
    </ActionIcon>
  );
}

/** Where one applies to work with a supplier. */
export const applyTo = ({ id }: Pick<SupplierCard, 'id'>): string => `/cp/applications/suppliers/${id}`;

export const priceRange = (from: number | null, to: number | null): string =>
  from === null ? '–' : to === null || to === from ? formatMoney(from) : `${formatMoney(from)} – ${formatMoney(to)}`;

export const Verified = () => {
  const t = useText(text);
  return (
    <Badge variant="light" leftSection={<IconRosetteDiscountCheck size={14} />}>
      {t.verified}
    </Badge>
  );
};

/** How one stands with him where one cannot apply: works together, waits, or was rejected. */
export function ApplicationState({ supplier }: { supplier: Pick<SupplierCard, 'mine' | 'application'> }) {
  const t = useText(text);
  if (supplier.mine) return <Badge variant="light">{t.works}</Badge>;
  if (!supplier.application) return null;
  return (
    <Anchor component={Link} to="/cp/applications" size="sm">
      {supplier.application === 'pending' ? t.applicationWaits : t.applicationRejected}
    </Anchor>
  );
}

interface CardsProps<T> {
  label: string;
  list: List<T>;
  empty: ReactNode;
  keyOf: (item: T) => string;
  draw: (item: T) => ReactNode;
  cols: { base: number; sm: number; lg: number };
}

/** The list as cards side by side, with the foot that every list has. */
export function Cards<T>({ label, list, empty, keyOf, draw, cols }: CardsProps<T>) {
  if (list.error) return <FailedState error={list.error} retry={list.retry} />;
  if (list.isLoading) return <LinesSkeleton />;
  if (list.items.length === 0)
    return <Paper withBorder>{isNarrowed(list.state, 'tab') ? <NothingFound /> : empty}</Paper>;
  return (
    <Stack gap="sm">
      <SimpleGrid
        component="ul"
        cols={cols}
        spacing="md"
        className="catalogue-cards"
        aria-label={label}
        aria-busy={list.isRefreshing}
      >
        {list.items.map((item) => (
          <Paper component="li" key={keyOf(item)} withBorder radius="md" p="md">
            {draw(item)}
          </Paper>
        ))}
      </SimpleGrid>
      <Paging list={list} />
    </Stack>
  );
}

/** How many goods there are, and how many of them can be had, where he tells that. */
export const goodsOf = (
  t: { goodsCount: (count: number) => string; inStockCount: (count: number) => string },
  { goods, in_stock }: Pick<SupplierCard, 'goods' | 'in_stock'>,
): string => [t.goodsCount(goods), ...(in_stock === null ? [] : [t.inStockCount(in_stock)])].join(' · ');

export function SupplierInCard({ supplier }: { supplier: SupplierCard }) {
  const t = useText(text);
  const { friendly_id, title, category, city, region, logo_url, minimum_order, delivery_time, facts } = supplier;
  return (
    <Stack gap="xs" h="100%">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Thumbnail url={logo_url} size={56} />
        <div className="catalogue-name">
          <Anchor component={Link} to={`${ROOT}/${friendly_id}`} fw={600} className="wrap-anywhere">
            {title}
          </Anchor>
          <Text size="sm" c="dimmed">
            {[category, city, region === city ? '' : region].filter(Boolean).join(' · ')}
          </Text>
          <Verified />
        </div>
        <FavouriteButton supplier={supplier} />
      </Group>
      <Text size="sm" className="figures">
        {goodsOf(t, supplier)}
      </Text>
      {minimum_order && (
        <Text size="sm" lineClamp={2}>
          {t.minimum}: {minimum_order}
        </Text>
      )}
      {delivery_time && (
        <Text size="sm" lineClamp={2}>
          {t.deliveryTime}: {delivery_time}
        </Text>
      )}
      {supplier.region_restriction && (
        <Text size="sm" lineClamp={2}>
          {t.restriction}: {supplier.region_restriction}
        </Text>
      )}
      {supplier.newest_at && (
        <Text size="sm" c="dimmed">
          {t.newest}: <DateTime at={supplier.newest_at} />
        </Text>
      )}
      {facts?.hours_to_send !== null && facts !== null && (
        <Text size="sm" c="dimmed">
          {t.hours}: {t.hoursValue(facts.hours_to_send)}
        </Text>
      )}
      <PausedBadge until={supplier.paused_until} />
      <Group gap="xs" mt="auto">
        {supplier.mine || supplier.application ? (
          <ApplicationState supplier={supplier} />
        ) : (
          <Button component={Link} to={applyTo(supplier)} variant="light" size="compact-sm">
            {t.apply}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

export function ProductInCard({ product, withSupplier }: { product: Goods; withSupplier: boolean }) {
  const t = useText(text);
  const { supplier } = product;
  return (
    <Stack gap={4} h="100%">
      {product.picture_url ? (
        <img className="catalogue-picture" src={product.picture_url} alt="" loading="lazy" />
      ) : (
        <span className="catalogue-picture" />
      )}
      <Anchor component={Link} to={`${ROOT}/products/${product.id}`} fw={500} lineClamp={3} className="wrap-anywhere">
        {product.title}
      </Anchor>
      <Text className="figures" fw={600}>
        {priceRange(product.recommended_from, product.recommended_to)}
      </Text>
      {product.base_from !== null && (
        <Text size="sm" className="figures">
          {t.base}: {priceRange(product.base_from, product.base_to)}
        </Text>
      )}
      {product.in_stock !== null && (
        <Text size="sm" c={product.in_stock ? undefined : 'dimmed'}>
          {product.in_stock ? t.inStock : t.outOfStock}
        </Text>
      )}
      {withSupplier && (
        <Anchor component={Link} to={`${ROOT}/${supplier.friendly_id}`} size="sm" mt="auto" className="wrap-anywhere">
          {[supplier.title, supplier.city].filter(Boolean).join(', ')}
        </Anchor>
      )}
    </Stack>
  );
}
