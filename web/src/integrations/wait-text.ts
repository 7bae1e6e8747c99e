import { texts } from '../kit/text';

export const waitText = texts({
  ua: {
    paused: (name: string) => `${name}: призупинено, тож поки нічого не надсилається.`,
    again: 'Нічого не загублено, спробуємо ще:',
    soon: 'за хвилину чи раніше',
    services: 'Підключені служби',
  },
  en: {
    paused: (name: string) => `${name} is paused, so nothing is sent for now.`,
    again: 'Nothing is lost, it is tried again by itself:',
    soon: 'within a minute',
    services: 'Connected services',
  },
});
