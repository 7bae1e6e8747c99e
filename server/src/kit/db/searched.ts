import type { SQL } from 'drizzle-orm';

/** Things of one kind that can be found by parts of their words. */
export interface Searched {
  /** As they stand in the index; a word of small letters. */
  readonly name: string;
  /**
   * Each has a whole number of its own within its project, which grows with time: the index holds it and needs no table
   * between. `texts` then selects `number` too.
   */
  readonly numbered?: true;
  /**
   * The words of these: `select id, text, created_at`. The text holds, in small letters, every word in which a list
   * looks for something; more is no harm, because what the index finds is looked at again.
   */
  readonly texts: (project_id: string, ids: SQL) => SQL;
}
