import type { Import, ImportRow } from '@lanka/domain/feeds/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { SIDES } from '@lanka/domain/kit/size';
import { readPriceHeader } from '@lanka/domain/price_levels/columns';
import { Stack, Text } from '@mantine/core';
import { formatCount, formatSide, formatWeight } from '../kit/format';
import { type Locale, useLocale, useText } from '../kit/text';
import { plannedOutcome, rowOutcome, text } from './text';

/** What the file is called: its name, its address, else its source. */
export function nameOf({ file_name, url, source, id }: Import): string {
  return file_name ?? url ?? source ?? id;
}

export const OUTCOMES = ['created', 'changed', 'vanished', 'unchanged', 'skipped', 'refused'] as const;

/** `Створено 12 · Відхилено 3`: only what there is. */
export function CountsLine({ found }: { found: Import }) {
  const { locale } = useLocale();
  const table = found.dry_run ? plannedOutcome : rowOutcome;
  const shown = OUTCOMES.filter((outcome) => found.counts[outcome] > 0);
  return (
    <span className="figures">
      {shown.map((outcome) => `${table[outcome][locale]} ${formatCount(found.counts[outcome])}`).join(' · ') || '–'}
    </span>
  );
}

type Value = string | number | boolean | null;

function useShown(): (field: string, value: Value) => string {
  const t = useText(text);
  const { locale } = useLocale();
  return (field, value) => {
    if (value === null || value === '') return t.nothingValue;
    if (typeof value === 'boolean') return value ? t.yes : t.no;
    return typeof value === 'number' ? number(field, value, locale) : value;
  };
}

function number(field: string, value: number, locale: Locale): string {
  if (field === 'price' || field === 'recommended_price' || readPriceHeader(field)) return formatMoney(value);
  if ((SIDES as readonly string[]).includes(field)) return formatSide(value, locale);
  return field === 'weight' ? formatWeight(value, locale) : formatCount(value);
}

const WARNINGS_SHOWN = 3;

/** Why a row is refused, what of it changes, what there is to remark. */
export function RowDetails({ row }: { row: ImportRow }) {
  const t = useText(text);
  const shown = useShown();
  const warnings = row.outcome === 'refused' || row.outcome === 'skipped' ? [] : row.warnings;
  return (
    <Stack gap={4} maw={560}>
      {row.reasons.map((reason) => (
        <Text key={`${reason.code}${reason.field}`} size="sm" className="wrap-anywhere">
          {reason.message}
        </Text>
      ))}
      {Object.entries(row.changes).map(([field, { from, to }]) => (
        <Text key={field} size="sm" className="wrap-anywhere" lineClamp={4}>
          <Text span inherit c="dimmed">
            {t.fields[field] ?? field}:{' '}
          </Text>
          <s>{shown(field, from)}</s> → {shown(field, to)}
        </Text>
      ))}
      {warnings.slice(0, WARNINGS_SHOWN).map((warning, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same remark may be made of two photos
        <Text key={i} size="sm" c="dimmed" className="wrap-anywhere">
          {warning.message}
        </Text>
      ))}
      {warnings.length > WARNINGS_SHOWN && (
        <Text size="sm" c="dimmed">
          {t.moreWarnings(warnings.length - WARNINGS_SHOWN)}
        </Text>
      )}
    </Stack>
  );
}
