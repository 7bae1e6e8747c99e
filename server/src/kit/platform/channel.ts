/**
 * Questions and answers between two processes over the channel that Node keeps between a parent and its child.
 * What is sent is copied as JSON.
 */

/** One end of the channel: `process` in the child, a `Worker` of node:cluster in the parent. */
export interface End {
  send?(message: object, callback?: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

export interface Channel {
  /** @throws Error when the other process is gone, does not know the name, failed, or took longer than that */
  ask<T>(name: string, data?: unknown, patienceMs?: number): Promise<T>;
  /** What this process answers to the name, from now on. */
  answer(name: string, work: (data: never) => unknown): void;
}

type Message =
  | { readonly lanka: 'question'; readonly id: number; readonly name: string; readonly data?: unknown }
  | { readonly lanka: 'answer'; readonly id: number; readonly data?: unknown; readonly error?: string };

interface Waiting {
  resolve(data: unknown): void;
  reject(error: Error): void;
}

export function openChannel(end: End): Channel {
  const answers = new Map<string, (data: never) => unknown>();
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let gone = false;

  // a channel that is closing takes nothing more: whoever waits hears of it by 'disconnect'
  const send = (message: Message, failed: (error: Error) => void = () => undefined): void => {
    end.send?.(message, (error) => {
      if (error) failed(error);
    });
  };
  const reply = async ({ id, name, data }: Extract<Message, { lanka: 'question' }>): Promise<void> => {
    try {
      const work = answers.get(name);
      if (!work) throw new Error(`nobody answers to ${name}`);
      send({ lanka: 'answer', id, data: await work(data as never) });
    } catch (error) {
      send({ lanka: 'answer', id, error: error instanceof Error ? error.message : String(error) });
    }
  };
  end.on('message', (received) => {
    const message = received as Message;
    if (message?.lanka === 'question') void reply(message);
    if (message?.lanka !== 'answer') return;
    const asker = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) asker?.resolve(message.data);
    else asker?.reject(new Error(message.error));
  });
  end.on('disconnect', () => {
    gone = true;
    for (const { reject } of waiting.values()) reject(new Error('the other process is gone'));
    waiting.clear();
  });

  return {
    ask<T>(name: string, data?: unknown, patienceMs?: number): Promise<T> {
      if (gone) return Promise.reject(new Error('the other process is gone'));
      asked += 1;
      const id = asked;
      return new Promise<T>((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const settle = (): void => {
          clearTimeout(timer);
          waiting.delete(id);
        };
        const fail = (error: Error): void => {
          settle();
          reject(error);
        };
        if (patienceMs !== undefined) timer = setTimeout(() => fail(new Error(`no answer to ${name}`)), patienceMs);
        waiting.set(id, {
          resolve: (answer) => {
            settle();
            resolve(answer as T);
          },
          reject: fail,
        });
        send({ lanka: 'question', id, name, data }, fail);
      });
    },
    answer(name, work) {
      answers.set(name, work);
    },
  };
}
