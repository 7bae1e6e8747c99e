import type { Services } from '../services';

/**
 * Does it for each, also when it fails for one of those before. Answers for how many it failed: a job that fails because
 * of them when it has done the others is seen by the operator and tried again.
 */
export async function eachAlone<T>(
  { log }: Pick<Services, 'log'>,
  all: readonly T[],
  act: (one: T) => Promise<unknown>,
): Promise<number> {
  let failed = 0;
  for (const one of all) {
    try {
      await act(one);
    } catch (error) {
      failed += 1;
      log.error({ err: error, of: one }, 'left out');
    }
  }
  return failed;
}
