import * as contract from '@lanka/domain/operator/contract';
import { Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Count, DateOnly } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { OnlyStaff, ROOT } from './parts';
import { shownPart, useLabel } from './visits';
import { visitsText } from './visits-text';

const Chart = lazy(async () => ({ default: (await import('../kit/chart/Chart')).Chart }));

export const VisitDaysPage = () => (
  <OnlyStaff>
    <VisitDays />
  </OnlyStaff>
);

/** `/cp/operator/visits/days`: what a count of the site is made of. No more than the number of a day is kept. */
function VisitDays() {
  const t = useText(visitsText);
  const labelOf = useLabel();
  const { values } = useListState(contract.listVisitDays.query);
  const { from, to, page, label } = values;
  const event = contract.listVisitDays.query.shape.event.catch('visit').parse(values.event);
  const query = {
    ...{ event, ...(from ? { from } : {}), ...(to ? { to } : {}) },
    ...{ ...(page ? { page } : {}), ...(label ? { label } : {}) },
  };
  const found = useCall(contract.listVisitDays, { query });
  const back = from && to ? `?${new URLSearchParams({ from, to })}` : '';
  const name = t.daysOf(t.events[event]);
  return (
    <Page title={name} crumbs={[{ to: `${ROOT}/visits${back}`, label: t.title }]} narrow>
      {(page || label) && (
        <Text className="wrap-anywhere">{[page, ...labelOf(event, label ?? '')].filter(Boolean).join(' · ')}</Text>
      )}
      <Loaded query={found}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Section title={name} empty={t.none} />
          ) : (
            <Section title={name} flush>
              <div className="chart-above">
                <Suspense fallback={<Skeleton h={280} />}>
                  <Chart
                    about={t.chartAbout(name)}
                    label={t.count}
                    unit="count"
                    data={items
                      .map(({ day, count }) => ({ days: shownPart({ from: day, to: day }, 'day'), value: count }))
                      .toReversed()}
                  />
                </Suspense>
              </div>
              <LineTable long={items.length > 12}>
                <thead>
                  <tr>
                    <th scope="col">{t.day}</th>
                    <LineHeads names={[t.count]} />
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ day, count }) => (
                    <tr key={day}>
                      <td className="line-name">
                        <DateOnly date={day} />
                      </td>
                      <LineCell label={t.count}>
                        <Count value={count} />
                      </LineCell>
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr className="line-total">
                    <td className="line-name">{t.total}</td>
                    <LineCell label={t.count}>
                      <Count value={total} />
                    </LineCell>
                  </tr>
                </tfoot>
              </LineTable>
            </Section>
          )
        }
      </Loaded>
    </Page>
  );
}
