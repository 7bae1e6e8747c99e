import { dayAfter, dotted } from '@lanka/domain/kit/time';
import { Alert } from '@mantine/core';
import { useText } from '../kit/text';
import { text } from './text';

interface ClosedDaysProps {
  /** The last day that an agreed reconciliation closes. */
  until: string | null | undefined;
  /** Of what is being entered. */
  date: string;
}

/** Warns before something is entered with a day that both sides have agreed on. */
export function ClosedDays({ until, date }: ClosedDaysProps) {
  const t = useText(text);
  if (!until || date === '' || date > until) return null;
  return (
    <Alert color="yellow" role="status">
      {t.closedDays(dotted(until), dotted(dayAfter(until)))}
    </Alert>
  );
}
