import { on } from '@lanka/domain/kit/hooks';
import { connections } from '../integrations';
import { byClock, slice, work } from '../kit/slice';
import { botSender } from '../notices';
import { hearWaiting } from './hear';
import { forgetJob, hearJob, pollJob, sendJob, setUpJob } from './jobs';
import { poll, setUpByClock } from './known';
import { connectedOf } from './links.store';
import { countMessages, countOfNone, forgetOld, hurryMessages } from './outbox.store';
import { botRoutes } from './routes';
import { sendWaiting } from './send';
import { botStopped } from './stop';
import { writeMessages } from './way';

/** The bot of this installation in Telegram (decision 0108). */
export const bot = slice({
  name: 'bot',
  level: 11,
  routes: botRoutes,
  topics: [
    { kind: 'telegram_integration', permission: 'bot.use' },
    { kind: 'bot_group', permission: 'bot.groups' },
  ],
  notices: [botStopped],
  // whoever presses Start right after the start is not to wait for the clock
  async fill(app) {
    if (app.config.bot) await app.jobs.poke(pollJob, {});
    return [];
  },
  jobs: [
    { ...work(sendJob, (app) => sendWaiting(app)), cron: '* * * * *' },
    { ...work(hearJob, (app) => hearWaiting(app)), cron: '* * * * *' },
    { ...work(pollJob, (app, data) => poll(app, data)), cron: '* * * * *' },
    byClock(setUpJob, '* * * * *', setUpByClock),
    byClock(forgetJob, '50 3 * * *', (app) => app.db.transaction({}, forgetOld)),
  ],
  hooks: [
    on(botSender, writeMessages),
    on(connections, {
      service: 'telegram',
      settings: '/cp/integrations/bot',
      connectedOf,
      queue: {
        count: countMessages,
        countOfNone,
        async hurry(tx, app, projectId, most) {
          await app.jobs.send(tx, sendJob, {});
          return hurryMessages(tx, projectId, most);
        },
      },
    }),
  ],
});
