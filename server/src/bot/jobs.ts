import { job } from '../kit/jobs/jobs';

type Nothing = Record<string, never>;

/** Sends what waits, all chats and projects; whoever comes while one is at it goes again. */
export const sendJob = job<Nothing>('bot.send', { expireInSeconds: 900 });
/** Answers what was written to the bot. */
export const hearJob = job<Nothing>('bot.hear', { expireInSeconds: 300 });
/** Asks for what was written, where there is no public address. Of a process that dies the next one takes it over. */
export const pollJob = job<{ readonly owner?: string }>('bot.poll', { expireInSeconds: 60, retryLimit: 1 });
/** Tells Telegram who we are and where updates go. */
export const setUpJob = job<Nothing>('bot.set_up', { expireInSeconds: 120 });
export const forgetJob = job<Nothing>('bot.forget');
