import type { Texts } from './texts.js';

/** What the command line cannot do, in the words of whoever asks. `wrong` asks for what is not there: exit code 2. */
export class Refusal extends Error {
  constructor(
    readonly say: (texts: Texts) => string,
    readonly kind: 'wrong' | 'failed' = 'failed',
  ) {
    super('refused');
  }
}
