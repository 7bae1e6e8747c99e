import { isPrivateLiteral } from '../kit/outbound/addresses';
import type { Services } from '../kit/services';
import type { KnownBot } from './states.store';

/** Whether Telegram is played by a program on this computer. */
export const isPlayed = (app: Pick<Services, 'config'>): boolean =>
  app.config.bot !== undefined && isPrivateLiteral(new URL(app.config.services.telegram));

/** Where the chat is opened; that of a bot which is played leads to the phone beside it. */
export const addressOf = (app: Services, { username }: Pick<KnownBot, 'username'>): string =>
  `${isPlayed(app) ? `${app.config.services.telegram}/t.me` : 'https://t.me'}/${username}`;
