import { EVERYBODY, LEADERS, permissions } from '../kit/roles';

export const bot = permissions('integrations', {
  'bot.use': {
    roles: EVERYBODY,
    ua: 'Підключати свій Telegram і отримувати сповіщення від бота',
    en: 'Connect one’s own Telegram and be told by the bot',
  },
  'bot.groups': {
    roles: LEADERS,
    ua: 'Додавати бота до груп команди й обирати, що туди надходить',
    en: 'Add the bot to groups of the team and choose what comes there',
  },
});
