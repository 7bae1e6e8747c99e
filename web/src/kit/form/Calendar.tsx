import '@mantine/dates/styles.css';
import 'dayjs/locale/uk';
import './calendar.css';
import { parseDay } from '@lanka/domain/kit/time';
import { DateInput, type DateInputProps } from '@mantine/dates';

/** The calendar with all it needs, a chunk of its own: few pages ask for a date. See `DayInput`. */
export function Calendar(props: DateInputProps) {
  // its own parser takes 05.11 for the 11th of May
  const format = { valueFormat: 'DD.MM.YYYY', dateParser: parseDay };
  return <DateInput {...format} hideOutsideDates classNames={{ day: 'calendar-day' }} {...props} />;
}
