import * as contract from '@lanka/domain/stocktakes/contract';
import { Alert, Anchor, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconChecks, IconScan, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { GoodsTitle, titleOf } from '../catalog';
import { Explain, History, KeyFacts } from '../kit/display/facts';
import { StatusBadge, StatusTabs } from '../kit/display/status';
import { Aside, Count, DateTime, Money } from '../kit/display/values';
import { useAction, useCall, usePages } from '../kit/http/query';
import type { Column } from '../kit/list/columns';
import { DataTable } from '../kit/list/DataTable';
import { SearchField } from '../kit/list/filters';
import { useList } from '../kit/list/list';
import { MoreRows } from '../kit/list/MoreRows';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { CloseDialog } from './CloseDialog';
import { Difference, partOf } from './parts';
import { stocktakeStatus, text } from './text';

export function StocktakePage() {
  const project_id = useProjectId();
  const { id = '' } = useParams();
  const stocktake = useCall(contract.readStocktake, { params: { project_id, id } });
  return <Loaded query={stocktake}>{(data) => <Shown key={data.id} stocktake={data} />}</Loaded>;
}

/** The orders that hold what is picked are found by their bookings. */
const asideOf = ({ set_aside, product_variant_id }: contract.StocktakeLine, shown: ReactNode): ReactNode =>
  set_aside > 0 && (
    <Anchor component={Link} to={`/cp/bookings?product_variant_id=${product_variant_id}`} inherit>
      {shown}
    </Anchor>
  );

function Shown({ stocktake }: { stocktake: contract.Stocktake }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const ask = useConfirm();
  const [closing, setClosing] = useState(false);
  const { id, number, status, totals } = stocktake;
  const params = { project_id, id };
  const cancel = useAction(contract.cancelStocktake, { success: t.canceled });
  const edits = can('stocktakes.edit') && status === 'open';
  return (
    <Page
      title={t.one(number)}
      crumbs={[{ to: '/cp/stocktakes', label: t.title }]}
      status={<StatusBadge table={stocktakeStatus} value={status} size="lg" />}
      subtitle={partOf(stocktake, t)}
      action={edits && { label: t.count, icon: IconScan, to: `/cp/scan?mode=count&stocktake=${id}` }}
      secondary={
        edits && (
          <Button
            variant="default"
            leftSection={<IconChecks size={18} />}
            onClick={() => setClosing(true)}
            aria-label={t.close}
          >
            {t.closeShort}
          </Button>
        )
      }
      menu={[
        {
          label: t.cancel,
          icon: IconTrash,
          danger: true,
          hidden: !edits,
          onClick: async () => {
            const question = { title: t.cancelTitle, effects: [t.cancelEffect], confirmLabel: t.cancel, danger: true };
            if (await ask(question)) cancel.mutate({ params });
          },
        },
      ]}
      side={<Facts stocktake={stocktake} />}
    >
      {totals.doubtful > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t.doubtTitle(totals.doubtful)}>
          {t.doubtText}
        </Alert>
      )}
      <Lines stocktake={stocktake} />
      {edits && <CloseDialog stocktake={stocktake} opened={closing} close={() => setClosing(false)} />}
    </Page>
  );
}

function Lines({ stocktake }: { stocktake: contract.Stocktake }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const { id, status, totals } = stocktake;
  const list = useList(contract.listStocktakeLines, { params: { project_id, id } });
  const tab = (value: keyof typeof t.tabs, count: number) => ({
    value: value === 'all' ? '' : value,
    label: t.tabs[value],
    count,
  });
  /** A column that most stocktakes have nothing for would leave the names of goods no room. */
  const some = (
    has: (line: contract.StocktakeLine) => boolean,
    column: Column<contract.StocktakeLine>,
  ): Column<contract.StocktakeLine>[] => (list.items.some(has) ? [column] : []);
  const doubtful = totals.doubtful > 0 || list.state.filters.state === 'doubtful' || status === 'closed';
  return (
    <div>
      <StatusTabs
        list={list}
        name="state"
        options={[
          tab('all', totals.lines),
          tab('different', totals.different),
          tab('uncounted', totals.lines - totals.counted),
          tab('counted', totals.counted),
          ...(doubtful
            ? [{ ...tab('doubtful', totals.doubtful), ...(status === 'closed' ? { count: undefined } : {}) }]
            : []),
        ]}
      />
      <DataTable
        id="stocktake-lines"
        label={t.product}
        list={list}
        rowKey={(line) => line.product_variant_id}
        rowLink={(line) => `/cp/products/${line.product_id}`}
        columns={[
          {
            id: 'product',
            title: t.product,
            cut: true,
            share: 2,
            render: (line) => (
              <>
                <GoodsTitle of={line} />
                {line.sku && <Aside onlyTable>{line.sku}</Aside>}
              </>
            ),
          },
          {
            id: 'difference',
            title: t.difference,
            align: 'right',
            card: 'corner',
            render: (line) => <Difference line={line} />,
          },
          { id: 'place', title: t.shelf, sort: 'number', card: 'line', render: (line) => line.place || '–' },
          { id: 'expected', title: t.expected, align: 'right', render: (line) => <Count value={line.expected} /> },
          ...some(({ set_aside }) => set_aside > 0, {
            id: 'set_aside',
            title: t.setAside,
            align: 'right',
            render: (line) => asideOf(line, <Count value={line.set_aside} />),
          }),
          {
            id: 'set_aside_card',
            title: '',
            only: 'card',
            card: 'line',
            render: (line) => asideOf(line, t.pickedAside(line.set_aside)),
          },
          {
            id: 'counted',
            title: t.counted,
            align: 'right',
            card: 'end',
            render: (line) =>
              line.counted === null ? (
                '–'
              ) : (
                <Explain value={<Count value={line.counted} />} title={`${t.counts}: ${titleOf(line)}`}>
                  <Counts id={id} variant={line.product_variant_id} />
                </Explain>
              ),
          },
          ...(can('turnover.cost')
            ? [
                {
                  id: 'amount',
                  title: t.amount,
                  align: 'right' as const,
                  render: (line: contract.StocktakeLine) =>
                    line.difference ? <Money kopecks={line.amount} signed /> : '–',
                },
              ]
            : []),
          ...some(({ doubt }) => doubt !== null, {
            id: 'doubt',
            title: t.doubtful,
            cut: true,
            card: 'line',
            render: (line) =>
              line.doubt && (
                <Text span inherit c="var(--text-negative)">
                  {t.doubts[line.doubt]}
                </Text>
              ),
          }),
          { id: 'who', title: t.who, cut: true, optional: true, render: (line) => line.counted_by?.name ?? '–' },
          { id: 'when', title: t.when, optional: true, render: (line) => <DateTime at={line.counted_at} /> },
        ]}
        tools={<SearchField list={list} placeholder={t.search} />}
        empty={<EmptyState drawing="shelf" title={t.noLines} text={t.noLinesText} />}
      />
    </div>
  );
}

/** What a count is made of: who, when, how many. */
function Counts({ id, variant }: { id: string; variant: string }) {
  const t = useText(text);
  const params = { project_id: useProjectId(), id };
  const list = usePages<contract.StocktakeCount>(contract.listStocktakeCounts, {
    params,
    query: { product_variant_id: variant, limit: 30 },
  });
  return (
    <Loaded query={list}>
      {(rows) =>
        rows.length === 0 ? (
          <Text c="dimmed">{t.noCounts}</Text>
        ) : (
          <>
            <History
              entries={rows.map(({ id: key, created_at, actor, mode, count, counted }) => ({
                id: key,
                at: created_at,
                who: actor.name,
                title: mode === 'clear' ? t.cleared : mode === 'set' ? t.set(count) : t.added(count, counted ?? 0),
              }))}
            />
            <MoreRows list={list} />
          </>
        )
      }
    </Loaded>
  );
}

function Facts({ stocktake }: { stocktake: contract.Stocktake }) {
  const t = useText(text);
  const { totals, status } = stocktake;
  return (
    <KeyFacts
      title={status === 'closed' ? t.correction : t.details}
      facts={[
        { label: t.progress, value: t.progressOf(totals.counted, totals.lines) },
        { label: t.different, value: <Count value={totals.different} /> },
        { label: t.surplus, value: t.pieces(totals.surplus), hidden: totals.surplus === 0 },
        { label: t.shortage, value: t.pieces(totals.shortage), hidden: totals.shortage === 0 },
        {
          label: t.surplusAmount,
          value: <Money kopecks={totals.surplus_amount} />,
          hidden: totals.surplus_amount === null || totals.surplus === 0,
        },
        {
          label: t.shortageAmount,
          value: <Money kopecks={totals.shortage_amount} />,
          hidden: totals.shortage_amount === null || totals.shortage === 0,
        },
        { label: t.unpriced, value: <Count value={totals.unpriced} />, hidden: totals.unpriced === 0 },
        {
          label: t.comment,
          value: <span className="wrap-anywhere">{stocktake.comment}</span>,
          hidden: !stocktake.comment,
        },
        { label: t.openedBy, value: stocktake.opened_by.name },
        { label: t.openedAt, value: <DateTime at={stocktake.created_at} /> },
        { label: t.closedBy, value: stocktake.closed_by?.name, hidden: !stocktake.closed_by },
        { label: t.closedAt, value: <DateTime at={stocktake.closed_at} />, hidden: !stocktake.closed_at },
      ]}
    />
  );
}
