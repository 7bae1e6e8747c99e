import './statistics.css';
import { kyivDate } from '@lanka/domain/kit/time';
import { STATUSES } from '@lanka/domain/orders/machine';
import * as contract from '@lanka/domain/statistics/funnel';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Opened } from '../kit/display/Opened';
import { StatusBadge } from '../kit/display/status';
import { Count } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { useCall } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { orderStatus } from '../orders';
import { funnelText } from './funnel-text';
import { movesPage } from './opens';
import { PeriodTools, shownPeriod } from './PeriodTools';
import { StatisticsTabs } from './StatisticsTabs';

const Bars = lazy(async () => ({ default: (await import('../kit/chart/Bars')).Bars }));

/** How orders went from status to status, and where they stood the longest. */
export function FunnelPage() {
  const f = useText(funnelText);
  const project_id = useProjectId();
  const state = useListState(contract.readStatisticsFunnel.query);
  const today = kyivDate(new Date());
  const period = shownPeriod(state.values, today);
  const asked = { params: { project_id }, query: period };
  const found = useCall(contract.readStatisticsFunnel, asked, { keepPrevious: true });
  return (
    <Page title={f.title}>
      <StatisticsTabs />
      <PeriodTools period={period} today={today} set={state.set} />
      <Loaded query={found} isOld={found.isPlaceholderData}>
        {(data) =>
          data.statuses.length === 0 ? (
            <EmptyState drawing="orders" title={f.empty} text={f.emptyText} />
          ) : (
            <Shown found={data} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Shown({ found }: { found: contract.StatisticsFunnel }) {
  const f = useText(funnelText);
  const { locale } = useLocale();
  const { can } = useSession();
  const came = found.statuses.filter(({ entered }) => entered > 0);
  return (
    <>
      <Section title={f.chart}>
        <Suspense fallback={<Skeleton h={280} />}>
          <Bars
            about={f.chartAbout}
            label={f.heads[0] ?? ''}
            data={came.map(({ status, entered }) => ({ name: STATUSES[status][locale], value: entered }))}
            shown={formatCount}
            onAxis={formatCount}
          />
        </Suspense>
      </Section>
      <Section title={f.table} flush>
        <LineTable>
          <thead>
            <tr>
              <th scope="col">{f.status}</th>
              <LineHeads names={f.heads} />
            </tr>
          </thead>
          <tbody>
            {found.statuses.map((one) => (
              <Line key={one.status} of={one} found={found} />
            ))}
          </tbody>
        </LineTable>
        <Text size="sm" c="dimmed" px="md" py="xs">
          {f.about}
        </Text>
      </Section>
      {can('manufacture.read') && (
        <Text size="sm">
          {f.latenessText}{' '}
          <Anchor component={Link} to="/cp/manufacture_requests/lateness" underline="always">
            {f.lateness}
          </Anchor>
        </Text>
      )}
    </>
  );
}

function Line({ of, found: { from, to } }: { of: contract.StatusMoves; found: contract.StatisticsFunnel }) {
  const f = useText(funnelText);
  const { locale } = useLocale();
  const { status, entered, left, minutes, next } = of;
  const opens = (side: 'entered' | 'left') => movesPage({ from, to }, status, side);
  const cells = [
    <Opened key="e" to={entered > 0 ? opens('entered') : undefined}>
      <Count value={entered} />
    </Opened>,
    <Opened key="l" to={left > 0 ? opens('left') : undefined}>
      <Count value={left} />
    </Opened>,
    minutes === null ? (
      '–'
    ) : (
      <Opened key="m" to={opens('left')}>
        {f.lasted(minutes)}
      </Opened>
    ),
    next.length === 0 ? (
      '–'
    ) : (
      <Opened key="n" to={opens('left')}>
        {next.map((one) => `${STATUSES[one.status][locale]} ${formatCount(one.moves)}`).join(', ')}
      </Opened>
    ),
  ];
  return (
    <tr>
      <td className="line-name">
        <StatusBadge table={orderStatus} value={status} />
      </td>
      {cells.map((cell, i) => (
        <LineCell key={f.heads[i]} label={f.heads[i] ?? ''}>
          {cell}
        </LineCell>
      ))}
    </tr>
  );
}
