import { z } from 'zod';
import { errors } from '../kit/errors';
import { route } from '../kit/route';
import { accountErrors } from './account';

/** What may go wrong while an outside OpenID Connect provider signs somebody in. The sign-in page shows them. */
export const providerErrors = errors('provider', {
  only: {
    status: 409,
    ua: 'Пароля в Ланці немає: вхід відбувається через {provider}',
    en: 'There is no password in Lanka: sign in through {provider}',
  },
  unavailable: {
    status: 503,
    ua: 'Сервіс входу зараз не відповідає. Спробуйте ще раз за хвилину',
    en: 'The sign-in service does not answer now. Try again in a minute',
  },
  denied: {
    status: 403,
    ua: 'Вхід не завершено: сервіс входу його скасував',
    en: 'The sign-in was not finished: the sign-in service cancelled it',
  },
  expired: {
    status: 409,
    ua: 'Ця спроба входу вже недійсна. Почніть вхід ще раз',
    en: 'This sign-in attempt is not valid any more. Begin again',
  },
  not_verified: {
    status: 403,
    ua: 'Сервіс входу не підтвердив ваш e-mail. Підтвердьте адресу в ньому і увійдіть ще раз',
    en: 'The sign-in service has not verified your e-mail. Confirm the address there and sign in again',
  },
  not_invited: {
    status: 403,
    ua: 'Для цього e-mail немає облікового запису. Реєстрація відкрита за запрошенням або після схваленої заявки',
    en: 'There is no account for this e-mail. Registration is by invitation or after an approved request',
  },
});

export const enterByProvider = route({
  method: 'GET',
  path: 'auth/provider',
  summary: 'Leads the browser to the outside OpenID Connect provider; `return_to` is a path of this site',
  auth: 'public',
  query: z.object({ return_to: z.string().optional() }),
  status: 302,
  errors: [providerErrors.unavailable],
  limitPerMinute: 60,
  duringMaintenance: true,
});

export const providerCallback = route({
  method: 'GET',
  path: 'auth/provider/callback',
  summary: 'Where the provider sends the browser back: opens a session and leads to `return_to`',
  auth: 'public',
  query: z.looseObject({ state: z.string().optional(), code: z.string().optional() }),
  status: 302,
  errors: [
    providerErrors.unavailable,
    providerErrors.denied,
    providerErrors.expired,
    providerErrors.not_verified,
    providerErrors.not_invited,
    accountErrors.blocked,
  ],
  limitPerMinute: 60,
  duringMaintenance: true,
});

export const leaveProvider = route({
  method: 'GET',
  path: 'auth/provider/sign_out',
  summary: 'Leads the browser to where the provider ends its own session, or to the sign-in page when it has none',
  auth: 'public',
  status: 302,
  errors: [providerErrors.unavailable],
  limitPerMinute: 60,
  duringMaintenance: true,
});

export const providerRoutes = { enterByProvider, providerCallback, leaveProvider };
