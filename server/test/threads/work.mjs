/** Work that goes every way work can go; `threads.test.ts` sends threads here. */
export const work = async ({ does, gate }) => {
  switch (does) {
    case 'answer':
      return 'done';
    case 'wait':
      Atomics.wait(gate, 0, 0);
      return 'done';
    case 'throw':
      throw new Error('this work failed');
    case 'exit':
      return process.exit(3);
    case 'hang':
      for (;;);
    case 'eat': {
      const eaten = [];
      for (;;) eaten.push(new Array(1_000_000).fill(eaten.length));
    }
    case 'see':
      return process.env.DATABASE_URL ?? 'no secrets';
  }
};
