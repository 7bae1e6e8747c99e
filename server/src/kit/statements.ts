import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/** Counts the statements of one request, for the log line, the metrics and the tests that pin the number. */
export interface StatementCount {
  statements: number;
}

const current = new AsyncLocalStorage<StatementCount>();

export function countingStatements<T>(counter: StatementCount, work: () => Promise<T>): Promise<T> {
  return current.run(counter, work);
}

/** The same client; its statements are counted for the request that is running. */
export function count(client: pg.PoolClient): pg.PoolClient {
  const counter = current.getStore();
  if (!counter) return client;
  return new Proxy(client, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (property !== 'query' || typeof value !== 'function')
        return typeof value === 'function' ? value.bind(target) : value;
      return (...args: unknown[]) => {
        counter.statements += 1;
        return value.apply(target, args);
      };
    },
  });
}
