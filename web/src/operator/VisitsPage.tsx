import { formatPercent } from '@lanka/domain/kit/money';
import { Plan, planTitle } from '@lanka/domain/kit/plans';
import { daysAfter, kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/operator/contract';
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Count } from '../kit/display/values';
import { DayInput } from '../kit/form/day';
import { useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { OnlyStaff, OperatorTabs } from './parts';
import { visitsText } from './visits-text';

export const VisitsPage = () => (
  <OnlyStaff>
    <Visits />
  </OnlyStaff>
);

/** Steps that are a part of the one before; the others are counted each by itself. */
const PARTS: readonly string[] = ['approved', 'with_orders'];

/** `/cp/operator/visits`: how many visits, requests, accounts and first orders there were. */
function Visits() {
  const t = useText(visitsText);
  const [today] = useState(() => kyivDate(new Date()));
  const [period, setPeriod] = useState({ from: daysAfter(today, -29), to: today });
  const found = useCall(contract.readSiteVisits, { query: period }, { keepPrevious: true });
  const change = (end: 'from' | 'to', day: string | null) => {
    if (!day) return;
    const next = { ...period, [end]: day };
    setPeriod(next.from > next.to ? { from: day, to: day } : next);
  };
  return (
    <Page title={t.title}>
      <OperatorTabs />
      <Text c="dimmed">{t.hint}</Text>
      <Group gap="sm">
        <DayInput label={t.from} value={period.from} w={140} onChange={(day) => change('from', day)} />
        <DayInput label={t.to} value={period.to} w={140} onChange={(day) => change('to', day)} />
      </Group>
      <Loaded query={found}>{(data) => <Shown found={data} />}</Loaded>
    </Page>
  );
}

const STEPS = ['visits', 'requests', 'approved', 'accounts', 'projects', 'with_orders'] as const;

function Shown({ found }: { found: contract.SiteVisits }) {
  const t = useText(visitsText);
  return (
    <>
      <Section title={t.way} flush>
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
                    <Count value={found[step]} />
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
      </Section>
      <Rows title={t.pages} rows={found.pages} total={found.page_views} />
      <Rows title={t.clicks} rows={found.clicks} />
      <Rows title={t.wizard} rows={found.steps} />
      <Rows title={t.dropOffs} rows={found.drop_offs} />
      <Rows title={t.scrolls} rows={found.scrolls.map((row) => ({ ...row, label: `${row.label} %` }))} />
    </>
  );
}

/** `open:access`: what was done and with what, as a person says it; what has no word of ours stands as it is. */
function useLabel(): (label: string) => string[] {
  const t = useText(visitsText);
  const { locale } = useLocale();
  const words: Readonly<Record<string, string>> = t.words;
  return (label) =>
    label.split(':').map((part) => {
      const plan = Plan.safeParse(part);
      return plan.success ? planTitle(plan.data, locale) : (words[part] ?? part);
    });
}

interface RowsProps {
  title: string;
  rows: contract.SiteVisits['pages'];
  total?: number;
}

function Rows({ title, rows, total }: RowsProps) {
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
              <td className="line-name wrap-anywhere">{[page, ...labelOf(label)].filter(Boolean).join(' · ')}</td>
              <LineCell label={t.count}>
                <Count value={count} />
              </LineCell>
            </tr>
          ))}
        </tbody>
        {total !== undefined && (
          <tfoot>
            <tr className="line-total">
              <td className="line-name">{t.pageViews}</td>
              <LineCell label={t.count}>
                <Count value={total} />
              </LineCell>
            </tr>
          </tfoot>
        )}
      </LineTable>
    </Section>
  );
}
