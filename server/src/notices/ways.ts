import { hook } from '@lanka/domain/kit/hooks';
import type { Way } from '@lanka/domain/kit/notice_areas';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import type { ToldPerson } from './deliver.store';
import { type Happened, writeLetters } from './letters';

export type SendingApp = Pick<Services, 'mail' | 'keys' | 'config' | 'hooks' | 'jobs'>;

/**
 * Writes for each of these people into the outbox of its way, in the transaction that delivers: what is sent from there,
 * and how often it is tried, is the outbox's. Answers who had so much by now that he is told this later, with others.
 */
type Send = (tx: Tx, app: SendingApp, happened: Happened, people: readonly ToldPerson[]) => Promise<readonly string[]>;

/** The outbox of the bot stands above; it writes to groups too, so it is asked also where it reaches nobody. */
export const botSender =
  hook<(tx: Tx, app: SendingApp, happened: Happened, people: readonly ToldPerson[]) => Promise<void>>('notices.bot');

interface Sender {
  readonly send: Send;
  /** Who has an unread line of this kind has got his letter; a chat hears each time. */
  readonly eachTime: boolean;
}

export const SENDERS: Readonly<Record<Way, Sender>> = {
  mail: { send: writeLetters, eachTime: false },
  bot: {
    eachTime: true,
    async send(tx, app, happened, people) {
      for (const write of app.hooks.all(botSender)) await write(tx, app, happened, people);
      return [];
    },
  },
};
