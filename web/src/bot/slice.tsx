import { IconSpeakerphone } from '@tabler/icons-react';
import { slice } from '../kit/slice';

const lazy = async () => ({ Component: (await import('./BotPage')).BotPage });

export const bot = slice({
  name: 'bot',
  level: 11,
  routes: [
    { path: 'integrations/bot', lazy },
    // the same as a tab of the profile
    { path: 'profile/telegram', lazy },
  ],
  sidebar: [
    {
      id: 'bot',
      to: '/cp/integrations/bot',
      label: { ua: 'Бот у Telegram', en: 'Telegram bot' },
      icon: IconSpeakerphone,
      group: 'integrations',
    },
  ],
});
