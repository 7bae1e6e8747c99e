import type { z } from 'zod';
import type { Place } from './place.js';

/** What an assistant may ask for. `name` is that of its words in `texts.ts` too. */
export interface Tool<I extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly input: I;
  /** It writes something; the others only read. */
  readonly writes?: true;
  run(place: Place, input: z.output<I>): Promise<object>;
}

export const tool = <I extends z.ZodObject>(one: Tool<I>): Tool => one as unknown as Tool;
