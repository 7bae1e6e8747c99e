import type { Session } from '../session';
import { readings } from './keyboard-layout';
import type { Command, SearchProvider } from './palette';

export interface Group {
  title: string;
  items: readonly Command[];
}

/** Asks every provider with every reading; what is found twice stands once. A provider that fails is left out. */
export async function searchEverywhere(
  searches: readonly SearchProvider[],
  query: string,
  session: Session,
  signal: AbortSignal,
): Promise<Group[]> {
  const groups = await Promise.all(
    searches
      .filter((search) => search.visible?.(session) ?? true)
      .map(async ({ title, find }) => {
        const answers = await Promise.allSettled(readings(query).map((reading) => find(reading, session, signal)));
        const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
        return { title, items: [...new Map(found.map((item) => [item.id, item])).values()] };
      }),
  );
  return groups.filter((group) => group.items.length > 0);
}
