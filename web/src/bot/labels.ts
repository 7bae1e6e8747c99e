import type { BotGroup, BotLink } from '@lanka/domain/bot/contract';
import type { StatusTable } from '../kit/display/status';
import { text } from './text';

const { ua, en } = text;

export const linkStates: StatusTable<BotLink['status']> = {
  off: { color: 'gray', ua: ua.states.off, en: en.states.off },
  pending: { color: 'yellow', ua: ua.states.pending, en: en.states.pending },
  active: { color: 'green', ua: ua.states.active, en: en.states.active },
  inactive: { color: 'red', ua: ua.states.inactive, en: en.states.inactive },
};

export const groupStates: StatusTable<BotGroup['status']> = {
  pending: { color: 'yellow', ua: ua.groupStates.pending, en: en.groupStates.pending },
  active: { color: 'green', ua: ua.groupStates.active, en: en.groupStates.active },
  inactive: { color: 'red', ua: ua.groupStates.inactive, en: en.groupStates.inactive },
};
