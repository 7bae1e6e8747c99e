import { dotted, kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/manufacture/contract';
import { MOST_MONTHS } from '@lanka/domain/manufacture/rules';
import { Anchor, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { LineCell, LineTable } from '../kit/display/LineTable';
import { Count } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { RequestTabs } from './parts';
import { text } from './text';

/** `2026-11` and so many months further; back where below zero. */
export function monthAfter(month: string, by: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** The last day of a month. */
export const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

const Stacks = lazy(async () => ({ default: (await import('../kit/chart/Stacks')).Stacks }));

const PERIODS = [3, 6, 12, MOST_MONTHS] as const;

const monthsBetween = (from: string, to: string): string[] => {
  const months: string[] = [];
  for (let month = from; month <= to; month = monthAfter(month, 1)) months.push(month);
  return months;
};

const KINDS = contract.Lateness.options;
const COLOURS: Readonly<Record<contract.Lateness, string>> = {
  on_time: 'var(--mantine-color-accent-6)',
  late: 'var(--mantine-color-orange-5)',
  overdue: 'var(--mantine-color-red-7)',
  due: 'var(--mantine-color-gray-5)',
};

/** What the requests of a month come to, over all who make. */
const summed = (items: readonly contract.LatenessRow[], month: string, at: string) => {
  const own = items.filter((row) => row.month === month);
  const sum = (kind: contract.Lateness) => own.reduce((all, row) => all + row[kind], 0);
  return { at, on_time: sum('on_time'), late: sum('late'), overdue: sum('overdue'), due: sum('due') };
};

/** How deadlines were kept, by producer and month; each figure opens its requests. */
export function LatenessPage() {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const [search, setSearch] = useSearchParams();
  const months = PERIODS.find((count) => String(count) === search.get('months')) ?? 6;
  const present = kyivDate(new Date()).slice(0, 7);
  // what is due next month is of use too
  const to = monthAfter(present, 1);
  const query = { from: monthAfter(to, 1 - months), to };
  const lateness = useCall(contract.readLateness, { params: { project_id }, query }, { keepPrevious: true });
  const language = locale === 'ua' ? 'uk-UA' : 'en-GB';
  const named = (month: string) =>
    new Date(`${month}-15`).toLocaleDateString(language, { month: 'long', year: 'numeric' });
  return (
    <Page title={t.lateness}>
      <RequestTabs />
      <Group>
        <NativeSelect
          label={t.period}
          value={String(months)}
          onChange={(event) => setSearch({ months: event.currentTarget.value }, { replace: true })}
          data={PERIODS.map((count) => ({ value: String(count), label: t.lastMonths(count) }))}
        />
      </Group>
      <Loaded query={lateness}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState drawing="boxes" title={t.noLateness} text={t.noLatenessText} />
          ) : (
            <>
              <Section title={t.byMonth}>
                <Suspense fallback={<Skeleton h={280} />}>
                  <Stacks
                    about={t.chartAbout}
                    series={KINDS.map((name) => ({ name, label: t.latenessOf[name], color: COLOURS[name] }))}
                    data={monthsBetween(query.from, query.to).map((month) => summed(items, month, dotted(month)))}
                  />
                </Suspense>
              </Section>
              <Section title={t.byProducer} flush>
                <LineTable many>
                  <thead>
                    <tr>
                      <th scope="col">{t.monthAndProducer}</th>
                      {[
                        t.total,
                        t.latenessOf.on_time,
                        t.latenessOf.late,
                        t.daysLate,
                        t.latenessOf.overdue,
                        t.latenessOf.due,
                      ].map((title) => (
                        <th key={title} scope="col" className="cell-right">
                          {title}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {items.map((row) => (
                      <LatenessLine key={`${row.month} ${row.producer?.id}`} row={row} month={named(row.month)} />
                    ))}
                  </tbody>
                </LineTable>
              </Section>
            </>
          )
        }
      </Loaded>
      <Text size="sm" c="dimmed">
        {t.latenessHint}
      </Text>
    </Page>
  );
}

function LatenessLine({ row, month }: { row: contract.LatenessRow; month: string }) {
  const t = useText(text);
  const opens = (lateness?: contract.Lateness): string => {
    const query = new URLSearchParams({
      producer_id: row.producer?.id ?? 'none',
      deadline_from: `${row.month}-01`,
      deadline_to: lastDay(row.month),
      ...(lateness ? { lateness } : { status: 'new,in_production,done' }),
    });
    return `/cp/manufacture_requests?${query}`;
  };
  const figure = (label: string, value: number, lateness?: contract.Lateness) => (
    <LineCell label={label}>
      {value === 0 ? (
        '–'
      ) : (
        <Anchor
          component={Link}
          to={opens(lateness)}
          inherit
          {...(lateness === 'late' || lateness === 'overdue' ? { c: 'var(--text-negative)' } : {})}
        >
          <Count value={value} />
        </Anchor>
      )}
    </LineCell>
  );
  return (
    <tr>
      <td className="line-name">
        <Text fw={500}>{row.producer?.name ?? t.anyProducer}</Text>
        <Text size="sm" c="dimmed">
          {month}
        </Text>
      </td>
      {figure(t.total, row.total)}
      {figure(t.latenessOf.on_time, row.on_time, 'on_time')}
      {figure(t.latenessOf.late, row.late, 'late')}
      <LineCell label={t.daysLate}>
        {row.days_late === null ? (
          '–'
        ) : (
          <Anchor component={Link} to={opens('late')} inherit>
            {t.days(row.days_late)}
          </Anchor>
        )}
      </LineCell>
      {figure(t.latenessOf.overdue, row.overdue, 'overdue')}
      {figure(t.latenessOf.due, row.due, 'due')}
    </tr>
  );
}
