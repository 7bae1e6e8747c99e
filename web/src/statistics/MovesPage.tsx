import './statistics.css';
import { kyivDate } from '@lanka/domain/kit/time';
import { STATUS_NAMES, STATUSES } from '@lanka/domain/orders/machine';
import * as contract from '@lanka/domain/statistics/funnel';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { DateTime } from '../kit/display/values';
import { usePages } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { MoreRows } from '../kit/list/MoreRows';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { CounterpartyLink } from '../partners';
import { funnelText } from './funnel-text';
import { PeriodTools, shownPeriod } from './PeriodTools';

/** The moves that a number of the funnel is made of. */
export function MovesPage() {
  const f = useText(funnelText);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const state = useListState(contract.listStatusMoves.query);
  const today = kyivDate(new Date());
  const period = shownPeriod(state.values, today);
  const query = { ...state.values, ...period };
  const found = usePages<contract.StatusMove>(
    contract.listStatusMoves,
    { params: { project_id }, query },
    { keepPrevious: true },
  );
  const status = STATUS_NAMES.find((one) => one === state.values.status);
  const titles = state.values.side === 'left' ? f.left : f.entered;
  const back = `/cp/statistics/funnel?${new URLSearchParams({ ...period })}`;
  return (
    <Page title={status ? titles(STATUSES[status][locale]) : f.moves} crumbs={[{ to: back, label: f.title }]}>
      <PeriodTools period={period} today={today} set={state.set} />
      <Loaded query={found} isOld={found.isPlaceholderData}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState drawing="orders" title={f.empty} text={f.emptyText} />
          ) : (
            <>
              <LineTable>
                <thead>
                  <tr>
                    <th scope="col">{f.order}</th>
                    <LineHeads names={f.moveHeads} />
                  </tr>
                </thead>
                <tbody>
                  {items.map((move) => (
                    <tr key={move.id}>
                      <td className="line-name">
                        <Anchor
                          component={Link}
                          to={`/cp/orders/${move.order_id}`}
                          fw={500}
                          display="inline-block"
                          py={2}
                        >
                          № {move.prefix}
                          {move.number}
                        </Anchor>
                        <Text size="sm" c="dimmed" component="div" pt={4}>
                          <CounterpartyLink id={move.counterparty_id} name={move.counterparty_name} />
                        </Text>
                      </td>
                      <LineCell label={f.moveHeads[0] ?? ''}>
                        {STATUSES[move.from][locale]} → {STATUSES[move.to][locale]}
                      </LineCell>
                      <LineCell label={f.moveHeads[1] ?? ''}>{f.lasted(move.minutes)}</LineCell>
                      <LineCell label={f.moveHeads[2] ?? ''}>
                        <DateTime at={move.at} />
                      </LineCell>
                    </tr>
                  ))}
                </tbody>
              </LineTable>
              <MoreRows list={found} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
