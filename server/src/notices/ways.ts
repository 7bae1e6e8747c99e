import type { Way } from '@lanka/domain/kit/notice_areas';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import type { ToldPerson } from './deliver.store';
import { type Happened, writeLetters } from './letters';

/**
 * Writes for each of these people into the outbox of its way, in the transaction that delivers: what is sent from there,
 * and how often it is tried, is the outbox's. Answers who had so much by now that he is told this later, with others.
 */
type Send = (
  tx: Tx,
  app: Pick<Services, 'mail' | 'keys' | 'config'>,
  happened: Happened,
  people: readonly ToldPerson[],
) => Promise<string[]>;

export const SENDERS: Readonly<Record<Way, Send>> = { mail: writeLetters };
