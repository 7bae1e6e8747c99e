import '@mantine/dates/styles.css';
import 'dayjs/locale/uk';
import './calendar.css';
import { DateInput, type DateInputProps } from '@mantine/dates';

/** The calendar with all it needs, a chunk of its own: few pages ask for a date. See `DayInput`. */
export function Calendar(props: DateInputProps) {
  return <DateInput valueFormat="DD.MM.YYYY" hideOutsideDates classNames={{ day: 'calendar-day' }} {...props} />;
}
