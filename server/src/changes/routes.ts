import * as contract from '@lanka/domain/changes/contract';
import { MAX_WAIT } from '@lanka/domain/changes/contract';
import { type Served, serve, serveAsking } from '../kit/http/serve';
import { fromCursor, toCursor } from './cursor';
import { readChanges, readMyChanges, type ToldPage } from './read';
import { listMyReaders, listOwnReaders } from './readers';
import { numberIn, untilChanged } from './wait';

interface Asked {
  readonly after?: string | undefined;
  readonly limit: number;
  readonly wait: number;
  readonly kinds?: readonly string[] | undefined;
}

/**
 * While nothing comes the position goes on all the same: what others may see is not looked at again. Nobody waits where
 * there is more to be read at once.
 */
function looking({ after, limit, kinds }: Asked) {
  let position = after === undefined ? null : fromCursor(after);
  return {
    get ask() {
      return { position, limit, kinds };
    },
    seen(page: ToldPage) {
      const isFirst = position === null;
      position = page.position;
      return { answer: page, isEmpty: !isFirst && page.items.length === 0 && !page.has_more };
    },
  };
}

const answerOf = ({ items, position, has_more }: ToldPage): never =>
  ({ items, cursor: toCursor(position), has_more }) as never;

const waitMs = ({ wait }: Asked): number => Math.min(wait, MAX_WAIT) * 1000;

export const changeRoutes: Served[] = [
  serveAsking(
    contract.listChanges,
    async ({ app, query, read }) => {
      const reader = looking(query);
      return untilChanged(
        app,
        waitMs(query),
        async () => [await read(async (_tx, { project }) => project.id)],
        async (ids) => {
          await numberIn(app, ids);
          return reader.seen(await read((tx, scope) => readChanges(tx, app, scope, reader.ask)));
        },
      );
    },
    (_context, page) => answerOf(page),
  ),
  serveAsking(
    contract.listMyChanges,
    async ({ app, query, read }) => {
      const reader = looking(query);
      return untilChanged(
        app,
        waitMs(query),
        () => read(async (_tx, { suppliers }) => suppliers.map(({ project_id }) => project_id)),
        async (ids) => {
          await numberIn(app, ids);
          return reader.seen(await read((tx, scope) => readMyChanges(tx, app, scope, reader.ask)));
        },
      );
    },
    (_context, page) => answerOf(page),
  ),

  serve(contract.listChangeReaders, async ({ tx, app, scope }) => ({ items: await listOwnReaders(tx, app, scope) })),
  serve(contract.listMyChangeReaders, async ({ tx, app, scope }) => ({ items: await listMyReaders(tx, app, scope) })),
];
