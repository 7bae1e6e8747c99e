import { Anchor, Box } from '@mantine/core';
import { MoreRows } from '../kit/list/MoreRows';
import { useText } from '../kit/text';
import { text } from './text';

/** A list that has a button for more of it. */
export type Growing = Parameters<typeof MoreRows>[0]['list'];

/** The row of what stands behind those shown: pressed it shows further ones in its place. */
export function Others({ rows, list }: { rows: number; list: Growing }) {
  const t = useText(text);
  const words = t.others(rows);
  if (!list.more) return words;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      ta="left"
      title={t.opens}
      aria-disabled={list.isLoadingMore}
      onClick={() => !list.isLoadingMore && list.more?.()}
    >
      {words}
    </Anchor>
  );
}

/** The button below a table that goes to the edges of its section. */
export function MoreOf({ list }: { list: Growing }) {
  if (!list.more) return null;
  return (
    <Box px="md" py="sm">
      <MoreRows list={list} />
    </Box>
  );
}
