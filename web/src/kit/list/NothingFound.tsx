import { EmptyState } from '../page/states';
import { useText } from '../text';
import { words } from '../words';

/** In place of the rows, where search or filters leave none. */
export function NothingFound() {
  const t = useText(words);
  return <EmptyState drawing="search" title={t.nothingFound} text={t.nothingFoundHint} />;
}
