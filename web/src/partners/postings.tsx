import { kyivDate } from '@lanka/domain/kit/time';
import type { PostedOrder, Posting } from '@lanka/domain/ledger/contract';
import * as contract from '@lanka/domain/partners/contract';
import { Anchor, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Explain } from '../kit/display/facts';
import { Aside, DateOnly, DateTime, Money } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { useKnownRoute } from '../kit/page/routes';
import { Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { NamedOrders } from './NamedOrders';
import { Sides } from './Sides';
import { accountNames, purposeNames, text } from './text';

type Row = Pick<
  Posting,
  'id' | 'purpose' | 'account' | 'change' | 'balance_after' | 'comment' | 'actor' | 'day' | 'created_at' | 'ref'
> &
  Named;

/** Of a payment: the orders that it names. */
type Named = Pick<Posting, 'amount'> & { readonly orders: readonly PostedOrder[] };

/** Where the causes of postings are shown. */
const PAGES: Readonly<Record<string, string>> = {
  order: '/cp/orders/',
  turnover: '/cp/turnover/',
  return_item: '/cp/returns/items/',
  offset: '/cp/offsets/',
};

/** What the operation was, with its cause where that is a page. */
export function PostingTitle({ posting }: { posting: Pick<Row, 'purpose' | 'account' | 'ref'> & Partial<Named> }) {
  const t = useText(text);
  const purposes = useText(purposeNames);
  const accounts = useText(accountNames);
  const known = useKnownRoute();
  const { can } = useSession();
  const causes: Readonly<Record<string, string>> = {
    order: t.order,
    turnover: t.document,
    return_item: t.return,
    offset: t.act,
  };
  const page = PAGES[posting.ref.kind];
  const to = `${page}${posting.ref.id}`;
  const byMoney = posting.purpose === 'payment' || posting.purpose === 'withdrawal';
  return (
    <>
      {purposes[posting.purpose]}
      {posting.orders && posting.orders.length > 0 && (
        <>
          {' · '}
          <NamedOrders orders={posting.orders} total={posting.amount ?? 0} />
        </>
      )}
      {byMoney && <Text span inherit c="dimmed">{` · ${accounts[posting.account]}`}</Text>}
      {page && known(to) && (posting.ref.kind !== 'turnover' || can('turnover.read')) && (
        <>
          {' · '}
          <Anchor component={Link} to={to} inherit underline="always">
            {causes[posting.ref.kind]}
          </Anchor>
        </>
      )}
    </>
  );
}

/** `before → after`; the arrow is a drawing, because not every font has one. */
export function BeforeAfter({ before, after, signed }: { before: number; after: number; signed?: boolean }) {
  const t = useText(text);
  return (
    <Group gap={4} component="span" wrap="wrap" display="inline-flex">
      <VisuallyHidden>{t.before}</VisuallyHidden>
      <Money kopecks={before} />
      <IconArrowNarrowRight size={16} aria-hidden />
      <VisuallyHidden>{t.became}</VisuallyHidden>
      <Money kopecks={after} {...(signed ? { signed, fw: 600 } : {})} />
    </Group>
  );
}

/** The day that the posting belongs to; where it was entered on another one, that too. */
export function PostingDay({ posting: { day, created_at } }: { posting: Pick<Row, 'day' | 'created_at'> }) {
  const t = useText(text);
  if (day === kyivDate(new Date(created_at))) return <DateTime at={created_at} />;
  return (
    <>
      <DateOnly date={day} />
      <Aside>
        {t.entered} <DateTime at={created_at} />
      </Aside>
    </>
  );
}

/** Postings as a side panel shows them: before → after, cause, who, when. */
export function PostingRows({ rows }: { rows: readonly Row[] }) {
  const t = useText(text);
  return (
    <Stack gap="sm">
      {rows.map((row) => (
        <div key={row.id}>
          <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <Text size="sm" fw={500} component="div">
              <PostingTitle posting={row} />
            </Text>
            <Text size="sm" fw={600} component="div">
              <Money kopecks={row.change} signed />
            </Text>
          </Group>
          {row.comment && (
            <Text size="sm" className="wrap-anywhere">
              {row.comment}
            </Text>
          )}
          <Text size="sm" c="dimmed" component="div" className="figures">
            <BeforeAfter before={row.balance_after - row.change} after={row.balance_after} />
          </Text>
          <Text size="sm" c="dimmed" component="div">
            {row.actor.name ?? t.system} · <PostingDay posting={row} />
          </Text>
        </div>
      ))}
    </Stack>
  );
}

interface BalanceProps {
  project_id: string;
  counterparty_id: string;
  balance: number;
  /** Of the balance, what stands for supplies: shown where it is not zero. */
  purchases: number;
  /** Whose balance it is: heads the panel. */
  name: string;
  /** The page with all postings. */
  to?: string;
}

/** A balance that opens the postings it is made of. */
export function Balance({ project_id, counterparty_id, balance, purchases, name, to }: BalanceProps) {
  const t = useText(text);
  return (
    <>
      <Explain value={<Money kopecks={balance} signed />} title={t.madeOf(name)}>
        {() => <LatestPostings project_id={project_id} counterparty_id={counterparty_id} to={to} />}
      </Explain>
      <Sides balance={balance} purchases={purchases} />
    </>
  );
}

const LATEST = 20;

function LatestPostings({ project_id, counterparty_id, to }: Omit<BalanceProps, 'balance' | 'purchases' | 'name'>) {
  const t = useText(text);
  const ledger = useCall(contract.readCounterpartyLedger, {
    params: { project_id, id: counterparty_id },
    query: { limit: LATEST },
  });
  return (
    <Loaded query={ledger}>
      {({ items, balance, purchases_balance, total }): ReactNode => (
        <Stack gap="md">
          <Group justify="space-between">
            <Text>{t.balanceNow}</Text>
            <Text fw={600} component="div">
              <Money kopecks={balance} signed />
              <Sides balance={balance} purchases={purchases_balance} />
            </Text>
          </Group>
          {items.length === 0 ? <Text c="dimmed">{t.noPostings}</Text> : <PostingRows rows={items} />}
          {total > items.length && (
            <Text size="sm" c="dimmed">
              {t.latest(items.length, total)}
            </Text>
          )}
          {to && (
            <Anchor component={Link} to={to}>
              {t.allPostings}
            </Anchor>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
