import { MAX_AT_ONCE } from '@lanka/domain/my_goods/contract';
import type { QueryClient } from '@tanstack/react-query';
import { refreshTopics } from '../kit/http/query';

/**
 * All that is chosen, as many to a call as one takes. What is done stays done when a later call fails: the lists are
 * read again in either case.
 */
export async function inPortions<T, A>(
  client: QueryClient,
  chosen: readonly T[],
  run: (portion: T[]) => Promise<A>,
): Promise<A[]> {
  const answers: A[] = [];
  try {
    for (let at = 0; at < chosen.length; at += MAX_AT_ONCE) answers.push(await run(chosen.slice(at, at + MAX_AT_ONCE)));
  } finally {
    await refreshTopics(client, ['my_goods']);
  }
  return answers;
}
