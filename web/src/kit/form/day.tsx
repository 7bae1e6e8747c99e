/**
 * A calendar date in Kyiv, `YYYY-MM-DD`; shown and typed as `dd.mm.yyyy` in the language of the page.
 *
 *   <DayInput label={t.from} value={from} maxDate={to} onChange={(day) => …} />
 */
import { TextInput } from '@mantine/core';
import type { DateInputProps } from '@mantine/dates';
import { lazy, Suspense } from 'react';
import { languageTag, texts, useLocale, useText } from '../text';

const Calendar = lazy(async () => ({ default: (await import('./Calendar')).Calendar }));

const labels = texts({
  ua: {
    nextMonth: 'Наступний місяць',
    previousMonth: 'Попередній місяць',
    nextYear: 'Наступний рік',
    previousYear: 'Попередній рік',
    nextDecade: 'Наступне десятиліття',
    previousDecade: 'Попереднє десятиліття',
  },
  en: {
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    nextYear: 'Next year',
    previousYear: 'Previous year',
    nextDecade: 'Next decade',
    previousDecade: 'Previous decade',
  },
});

export function DayInput(props: DateInputProps) {
  const { locale } = useLocale();
  const t = useText(labels);
  const placeholder = locale === 'ua' ? 'дд.мм.рррр' : 'dd.mm.yyyy';
  const { label, description, withAsterisk } = props;
  // of the same size, so that nothing moves when the calendar has come
  const waiting = <TextInput {...{ label, description, withAsterisk, placeholder }} disabled />;
  return (
    <Suspense fallback={waiting}>
      <Calendar placeholder={placeholder} locale={languageTag(locale)} ariaLabels={t} {...props} />
    </Suspense>
  );
}
