import * as contract from '@lanka/domain/catalogue/contract';
import { Group, Stack, Text } from '@mantine/core';
import { IconFlag, IconUserShare } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { Thumbnail } from '../kit/display/Thumbnail';
import { DateTime, Percent } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { Filters, SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { LazyMarkdown, PausedNotice } from '../projects';
import { GoodsCards } from './GoodsPage';
import {
  ApplicationState,
  applyTo,
  FavouriteButton,
  goodsOf,
  OnlyWithPlan,
  ROOT,
  SortChoice,
  usePriceFilters,
  Verified,
} from './parts';
import { text } from './text';

export const SupplierPage = () => (
  <OnlyWithPlan>
    <Supplier />
  </OnlyWithPlan>
);

/** `/cp/catalogue/:id`: who he is, his terms, and his goods to look through before one applies. */
function Supplier() {
  const { id = '' } = useParams();
  const supplier = useCall(contract.readSupplier, { params: { id } });
  return <Loaded query={supplier}>{(data) => <Shown supplier={data} />}</Loaded>;
}

function Shown({ supplier }: { supplier: contract.SupplierDetails }) {
  const t = useText(text);
  const complain = useComplaint(supplier);
  return (
    <Page
      title={supplier.title}
      heading={
        <Group gap="sm" wrap="nowrap">
          <Thumbnail url={supplier.logo_url} size={48} />
          <span className="wrap-anywhere">{supplier.title}</span>
        </Group>
      }
      crumbs={[{ to: ROOT, label: t.title }]}
      status={
        <Group gap="xs">
          <Verified />
          <ApplicationState supplier={supplier} />
        </Group>
      }
      action={!supplier.mine && !supplier.application && { label: t.apply, to: applyTo(supplier), icon: IconUserShare }}
      secondary={<FavouriteButton supplier={supplier} />}
      menu={[{ label: t.complain, icon: IconFlag, onClick: () => void complain() }]}
      side={<Side supplier={supplier} />}
    >
      <PausedNotice until={supplier.paused_until} />
      <Section title={t.about}>
        {supplier.description ? (
          <LazyMarkdown>{supplier.description}</LazyMarkdown>
        ) : (
          <Text c="dimmed">{t.noDescription}</Text>
        )}
      </Section>
      <SupplierGoods id={supplier.id} />
    </Page>
  );
}

function SupplierGoods({ id }: { id: string }) {
  const t = useText(text);
  const list = useList(contract.listGoods, { fixed: { supplier_id: id } });
  const prices = usePriceFilters();
  return (
    <Section title={t.goods}>
      <Stack gap="sm">
        <Group gap="xs">
          <SearchField list={list} placeholder={t.product} />
          <Filters list={list} fields={[...prices, { name: 'in_stock', label: t.inStock, kind: 'flag' }]} />
          <SortChoice list={list} sorts={['-created_at', 'price', '-price']} />
        </Group>
        <GoodsCards list={list} />
      </Stack>
    </Section>
  );
}

function Side({ supplier }: { supplier: contract.SupplierDetails }) {
  const t = useText(text);
  const { facts } = supplier;
  return (
    <Stack gap="md">
      <KeyFacts
        facts={[
          { label: t.category, value: supplier.category },
          { label: t.city, value: [supplier.city, supplier.region].filter(Boolean).join(', '), hidden: !supplier.city },
          { label: t.minimum, value: supplier.minimum_order || '–' },
          { label: t.delivery, value: supplier.delivery || '–' },
          { label: t.deliveryTime, value: supplier.delivery_time || '–' },
          { label: t.returns, value: supplier.returns || '–' },
          { label: t.restriction, value: supplier.region_restriction, hidden: !supplier.region_restriction },
          { label: t.goods, value: goodsOf(t, supplier) },
          { label: t.newest, value: <DateTime at={supplier.newest_at} />, hidden: !supplier.newest_at },
          { label: t.verifiedSince, value: <DateTime at={supplier.verified_at} /> },
        ]}
      />
      <Facts facts={facts} />
    </Stack>
  );
}

export function Facts({ facts }: { facts: contract.Card['facts'] }) {
  const t = useText(text);
  if (!facts) return <KeyFacts title={t.facts} facts={[{ label: t.orders, value: t.noFacts }]} />;
  const { orders, hours_to_send, canceled_share, waited_share, counts } = facts;
  const share = (part: number, of: string | null) => (
    <>
      <Percent part={part} />
      {of && (
        <Text span size="sm" c="dimmed">
          {' '}
          {of}
        </Text>
      )}
    </>
  );
  return (
    <>
      <KeyFacts
        title={t.facts}
        facts={[
          { label: t.orders, value: t.ordersCount(orders) },
          { label: t.hours, value: hours_to_send === null ? '–' : t.hoursValue(hours_to_send) },
          { label: t.sent, value: counts && t.ofOrders(counts.sent, orders), hidden: !counts },
          { label: t.canceled, value: share(canceled_share, counts && t.ofOrders(counts.canceled, orders)) },
          { label: t.waited, value: share(waited_share, counts && t.ofLines(counts.waited, counts.lines)) },
        ]}
      />
      <Text size="sm" c="dimmed">
        {t.factsWhy}
      </Text>
    </>
  );
}

function useComplaint(supplier: contract.SupplierDetails) {
  const t = useText(text);
  const confirm = useConfirm();
  const complain = useAction(contract.complain, { success: t.complained });
  return async () => {
    const answer = await confirm({
      title: t.complainTitle(supplier.title),
      text: t.complainText,
      reason: { label: t.complainReason, required: true },
      confirmLabel: t.complainSend,
    });
    if (answer) complain.mutate({ params: { id: supplier.id }, body: { text: answer.reason } });
  };
}
