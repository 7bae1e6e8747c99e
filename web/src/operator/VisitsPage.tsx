import { formatPercent } from '@lanka/domain/kit/money';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/operator/contract';
import { Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Opened } from '../kit/display/Opened';
import { Count } from '../kit/display/values';
import { DayInput } from '../kit/form/day';
import { formatCount } from '../kit/format';
import { useCall } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { OnlyStaff, OperatorTabs } from './parts';
import { type Days, daysPage, rowsOf, type Step, shownPart, useLabel, type VisitsBy } from './visits';
import { visitsText } from './visits-text';

const Chart = lazy(async () => ({ default: (await import('../kit/chart/Chart')).Chart }));
const Bars = lazy(async () => ({ default: (await import('../kit/chart/Bars')).Bars }));

export const VisitsPage = () => (
  <OnlyStaff>
    <Visits />
  </OnlyStaff>
);

/** Steps that are a part of the one before; the others are counted each by itself. */
const PARTS: readonly Step[] = ['approved', 'ordered', 'with_orders'];
/** So many days are told one by one unless it is asked otherwise. */
const DAYS = 62;
/** So many rows of the table are shown at first: the chart tells the others. */
const ROWS = 12;

/** `/cp/operator/visits`: how many visits, requests, accounts and first orders there were. */
function Visits() {
  const t = useText(visitsText);
  const state = useListState(contract.readSiteVisits.query);
  const [today] = useState(() => kyivDate(new Date()));
  const to = state.values.to ?? today;
  const period = { from: state.values.from ?? daysAfter(to, -29), to };
  const by: VisitsBy =
    contract.VISITS_BY.find((one) => one === state.values.by) ??
    (daysAfter(period.from, DAYS) > period.to ? 'day' : 'month');
  const found = useCall(contract.readSiteVisits, { query: { ...period, by } }, { keepPrevious: true });
  const change = (end: 'from' | 'to', day: string | null) => {
    if (!day) return;
    const next = { ...period, [end]: day };
    state.set(next.from > next.to ? { from: day, to: day } : next);
  };
  return (
    <Page title={t.title}>
      <OperatorTabs />
      <Text c="dimmed">{t.hint}</Text>
      <Group gap="sm" align="flex-end">
        <DayInput label={t.from} value={period.from} w={140} onChange={(day) => change('from', day)} />
        <DayInput label={t.to} value={period.to} w={140} onChange={(day) => change('to', day)} />
        <NativeSelect
          label={t.step}
          value={by}
          onChange={(event) => state.set({ by: event.currentTarget.value })}
          data={contract.VISITS_BY.map((one) => ({ value: one, label: t.by[one] }))}
        />
      </Group>
      <Loaded query={found} isOld={found.isPlaceholderData}>
        {(data) => <Shown found={data} />}
      </Loaded>
    </Page>
  );
}

const STEPS = ['visits', 'requests', 'approved', 'accounts', 'ordered', 'projects', 'with_orders'] as const;

/** A count that opens its rows; of nothing there are none. */
const Opens = ({ to, count }: { to: string; count: number }) => (
  <Opened to={count === 0 ? null : to}>
    <Count value={count} />
  </Opened>
);

function Shown({ found }: { found: contract.SiteVisits }) {
  const t = useText(visitsText);
  const days = { from: found.from, to: found.to };
  return (
    <>
      <Section title={t.way} flush>
        <Charted>
          <Bars
            about={t.chartAbout(t.way)}
            label={t.count}
            data={STEPS.map((step) => ({ name: t.steps[step], value: found[step] }))}
            shown={formatCount}
            onAxis={formatCount}
          />
        </Charted>
        <LineTable>
          <thead>
            <tr>
              <th scope="col">{t.what}</th>
              <LineHeads names={[t.count]} />
            </tr>
          </thead>
          <tbody>
            {STEPS.map((step, at) => {
              const before = found[STEPS[at - 1] ?? 'visits'];
              return (
                <tr key={step}>
                  <td className="line-name">{t.steps[step]}</td>
                  <LineCell label={t.count}>
                    <Opens to={rowsOf(step, days)} count={found[step]} />
                    {PARTS.includes(step) && before > 0 && (
                      <Text span size="sm" c="dimmed" ml="xs">
                        {t.ofBefore(formatPercent(Math.round((found[step] / before) * 100) * 100))}
                      </Text>
                    )}
                  </LineCell>
                </tr>
              );
            })}
          </tbody>
        </LineTable>
        <Text size="sm" c="dimmed" px="md" py="xs">
          {t.orderedHint}
        </Text>
      </Section>
      <ByTime found={found} />
      <Rows title={t.pages} event="page_view" days={days} rows={found.pages} total={found.page_views} />
      <Rows title={t.clicks} event="click" days={days} rows={found.clicks} />
      <Rows title={t.wizard} event="step_view" days={days} rows={found.steps} />
      <Rows title={t.dropOffs} event="drop_off" days={days} rows={found.drop_offs} />
      <Rows title={t.scrolls} event="scroll" days={days} rows={found.scrolls} />
    </>
  );
}

const Charted = ({ children }: { children: ReactNode }) => (
  <div className="chart-above">
    <Suspense fallback={<Skeleton h={280} />}>{children}</Suspense>
  </div>
);

const COLUMNS = [
  ...(['visits', 'page_views', 'requests', 'approved'] as const),
  ...(['accounts', 'ordered', 'projects', 'with_orders'] as const),
];

/** The same figures day by day or month by month: one of them as a chart, all of them in the table. */
function ByTime({ found }: { found: contract.SiteVisits }) {
  const t = useText(visitsText);
  const [step, setStep] = useState<Step>('visits');
  const [isWhole, setIsWhole] = useState(false);
  const shown = found.parts.filter((part) => COLUMNS.some((column) => part[column] > 0)).toReversed();
  const cells = (figures: contract.VisitFigures, days: Days) =>
    COLUMNS.map((column) => (
      <LineCell key={column} label={t.heads[column]}>
        <Opens to={rowsOf(column, days)} count={figures[column]} />
      </LineCell>
    ));
  if (shown.length === 0) return <Section title={t.byTime} empty={t.none} />;
  return (
    <Section
      title={t.byTime}
      flush
      action={
        <NativeSelect
          aria-label={t.figure}
          value={step}
          onChange={(event) => setStep(COLUMNS.find((one) => one === event.currentTarget.value) ?? 'visits')}
          data={COLUMNS.map((one) => ({ value: one, label: t.heads[one] }))}
        />
      }
    >
      <Charted>
        <Chart
          about={t.chartAbout(t.heads[step])}
          label={t.heads[step]}
          unit="count"
          data={found.parts.map((part) => ({ days: shownPart(part, found.by), value: part[step] }))}
        />
      </Charted>
      <LineTable many long>
        <thead>
          <tr>
            <th scope="col">{t[found.by]}</th>
            <LineHeads names={COLUMNS.map((column) => t.heads[column])} />
          </tr>
        </thead>
        <tbody>
          {(isWhole ? shown : shown.slice(0, ROWS)).map((part) => (
            <tr key={part.from}>
              <td className="line-name">{shownPart(part, found.by)}</td>
              {cells(part, part)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="line-total">
            <td className="line-name">{t.total}</td>
            {cells(found, found)}
          </tr>
        </tfoot>
      </LineTable>
      {shown.length > ROWS && !isWhole && (
        <Button variant="subtle" m="xs" onClick={() => setIsWhole(true)}>
          {t.showAll(shown.length)}
        </Button>
      )}
      {shown.length < found.parts.length && (
        <Text size="sm" c="dimmed" px="md" py="xs">
          {t.gaps}
        </Text>
      )}
    </Section>
  );
}

interface RowsProps {
  title: string;
  event: string;
  days: Days;
  rows: contract.SiteVisits['pages'];
  total?: number;
}

function Rows({ title, event, days, rows, total }: RowsProps) {
  const t = useText(visitsText);
  const labelOf = useLabel();
  if (rows.length === 0) return <Section title={title} empty={t.none} />;
  return (
    <Section title={title} flush>
      <LineTable long={rows.length > 12}>
        <thead>
          <tr>
            <th scope="col">{t.what}</th>
            <LineHeads names={[t.count]} />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ page, label, count }) => (
            <tr key={`${page} ${label}`}>
              <td className="line-name wrap-anywhere">
                {[page, ...labelOf(event, label)].filter(Boolean).join(' · ')}
              </td>
              <LineCell label={t.count}>
                <Opens to={daysPage(days, event, { page, label })} count={count} />
              </LineCell>
            </tr>
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <tr className="line-total">
              <td className="line-name">{t.pageViews}</td>
              <LineCell label={t.count}>
                <Opens to={daysPage(days, event)} count={total} />
              </LineCell>
            </tr>
          </tfoot>
        )}
      </LineTable>
    </Section>
  );
}
