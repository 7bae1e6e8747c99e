/**
 * Values as everybody sees them everywhere.
 *
 *   <Money kopecks={order.sum} />  <Amount kopecks={…} signed />  <Count value={3} unit={line.unit} />  <Percent part={1250} />
 *   <DateTime at={order.created_at} />      relative within a day, the full one in the tooltip
 *   <DateOnly date="2026-11-20" />          a calendar date
 *   <Aside>{row.comment}</Aside>             in a row of a list, beside the value
 *   <Phone number="380671234567" />         a link that calls
 */

import type { Locale } from '@lanka/domain/kit/errors';
import { formatAmount, formatMoney, formatPercent } from '@lanka/domain/kit/money';
import { formatPhone } from '@lanka/domain/kit/phone';
import { formatDateTime } from '@lanka/domain/kit/time';
import { countsByUnit, shownUnit } from '@lanka/domain/kit/units';
import { Anchor, Text, type TextProps, Tooltip } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { formatCountTo, formatWhen } from '../format';
import { useLocale } from '../text';

const NOTHING = '–';

interface MoneyProps extends TextProps {
  kopecks: number | null | undefined;
  /** Colours a debt red and an advance green, and writes the plus: for balances and ledger rows. */
  signed?: boolean;
}

const colorOf = (kopecks: number) =>
  kopecks < 0 ? 'var(--text-negative)' : kopecks > 0 ? 'var(--text-positive)' : undefined;

/** `1 234,50 ₴` */
export function Money({ kopecks, signed, ...props }: MoneyProps) {
  if (kopecks === null || kopecks === undefined)
    return (
      <Text span inherit c="dimmed">
        {NOTHING}
      </Text>
    );
  const color = signed ? colorOf(kopecks) : undefined;
  return (
    <Text span inherit className="figures" {...(color ? { c: color } : {})} {...props}>
      {signed && kopecks > 0 ? '+' : ''}
      {formatMoney(kopecks)}
    </Text>
  );
}

/** The same without the currency sign: for columns whose heading says it. */
export function Amount({ kopecks, signed, ...props }: MoneyProps) {
  if (kopecks === null || kopecks === undefined)
    return (
      <Text span inherit c="dimmed">
        {NOTHING}
      </Text>
    );
  const color = signed ? colorOf(kopecks) : undefined;
  return (
    <Text span inherit className="figures" {...(color ? { c: color } : {})} {...props}>
      {signed && kopecks > 0 ? '+' : ''}
      {formatAmount(kopecks)}
    </Text>
  );
}

/** `12 м`, in a line of text. */
export const withUnit = (count: string, unit: string | undefined, locale: Locale): string =>
  unit ? `${count}\u00a0${shownUnit(unit, locale)}` : count;

/** What is counted, behind its number. */
export function Unit({ of }: { of: string }) {
  const { locale } = useLocale();
  return <Text span inherit fw={400} c="dimmed" className="named-by-project">{`\u00a0${shownUnit(of, locale)}`}</Text>;
}

/** `most`: counted no further. */
export function Count({
  value,
  unit,
  most = Number.POSITIVE_INFINITY,
  ...props
}: TextProps & { value: number | null | undefined; unit?: string; most?: number }) {
  return (
    <Text span inherit className="figures" {...props}>
      {value === null || value === undefined ? NOTHING : formatCountTo(value, most)}
      {value !== null && value !== undefined && unit && <Unit of={unit} />}
    </Text>
  );
}

/** How much of each unit, one under the other: metres are not added to pieces. */
export function Counts({ lines }: { lines: readonly { readonly count: number; readonly unit: string }[] }) {
  return (
    <span>
      {countsByUnit(lines).map(({ count, unit }) => (
        <Count key={unit} display="block" value={count} unit={unit} />
      ))}
    </span>
  );
}

export function Percent({ part, ...props }: TextProps & { part: number | null | undefined }) {
  return (
    <Text span inherit className="figures" {...props}>
      {part === null || part === undefined ? NOTHING : formatPercent(part)}
    </Text>
  );
}

/** An instant. The relative form keeps up with the clock. */
export function DateTime({ at, ...props }: TextProps & { at: string | null | undefined }) {
  const { locale } = useLocale();
  const now = useNow();
  if (!at)
    return (
      <Text span inherit c="dimmed">
        {NOTHING}
      </Text>
    );
  const instant = new Date(at);
  return (
    <Tooltip label={formatDateTime(instant)}>
      <Text span inherit className="figures nowrap" {...props}>
        <time dateTime={at}>{formatWhen(instant, now, locale)}</time>
      </Text>
    </Tooltip>
  );
}

export function DateOnly({ date, ...props }: TextProps & { date: string | null | undefined }) {
  return (
    <Text span inherit className="figures nowrap" {...props}>
      {date ? date.slice(0, 10).split('-').reverse().join('.') : NOTHING}
    </Text>
  );
}

export function Phone({ number }: { number: string | null | undefined }) {
  if (!number)
    return (
      <Text span inherit c="dimmed">
        {NOTHING}
      </Text>
    );
  return (
    <Anchor href={`tel:+${number.replace(/\D/g, '')}`} className="figures nowrap" inherit>
      {formatPhone(number)}
    </Anchor>
  );
}

/** Said beside a value in a row of a list: dimmed, in the same line. On a card it may be said elsewhere. */
export function Aside({ children, onlyTable }: { children: ReactNode; onlyTable?: boolean }) {
  return (
    <>
      {' '}
      <span className={onlyTable ? 'cell-aside only-table' : 'cell-aside'}>{children}</span>
    </>
  );
}

/** The current time, renewed each minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
