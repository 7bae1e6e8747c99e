import { Button } from '@mantine/core';
import type { usePages } from '../http/query';
import { useText } from '../text';
import { words } from '../words';

/** The button below a list that grows page by page (`usePages`), while there is more of it. */
export function MoreRows({ list }: { list: Pick<ReturnType<typeof usePages>, 'more' | 'isLoadingMore'> }) {
  const t = useText(words);
  if (!list.more) return null;
  return (
    <Button variant="default" loading={list.isLoadingMore} onClick={list.more}>
      {t.moreRows}
    </Button>
  );
}
