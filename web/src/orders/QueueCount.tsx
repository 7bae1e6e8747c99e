import { MAX_QUEUE_PLACE } from '@lanka/domain/orders/lists';
import { Count } from '../kit/display/values';

/** Beyond the last place that is counted there is no number. The list shows it: what edits a place is not loaded with it. */
export const QueueCount = ({ place }: { place: number }) =>
  place < MAX_QUEUE_PLACE ? <Count value={place} /> : <>{MAX_QUEUE_PLACE}+</>;
