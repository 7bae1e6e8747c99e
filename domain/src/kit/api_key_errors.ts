import { errors } from './errors';

/** Every key begins with this, so that it is known for one wherever it turns up. */
export const KEY_PREFIX = 'lanka_';
/** Of one key, whatever it asks. */
export const CALLS_PER_MINUTE = 1_200;

/** What a key hears, by code. That it is of another project, it hears as everybody: 404. */
export const apiKeyErrors = errors('api_keys', {
  unknown: {
    status: 401,
    ua: 'Такого ключа API немає. Перевірте, чи скопійовано його повністю',
    en: 'No such key of the API. Check that it was copied whole',
  },
  revoked: { status: 401, ua: 'Цей ключ API відкликано', en: 'This key of the API was revoked' },
  replaced: {
    status: 401,
    ua: 'Цей ключ API замінено новим, і час старого минув',
    en: 'This key of the API was replaced by a new one, and the time of the old one is over',
  },
  expired: { status: 401, ua: 'Строк дії цього ключа API закінчився', en: 'This key of the API has expired' },
  wrong_address: {
    status: 403,
    ua: 'Цей ключ API не діє з адреси {address}',
    en: 'This key of the API does not work from the address {address}',
  },
  owner_lost_access: {
    status: 403,
    ua: 'Хто створив цей ключ API, більше не має доступу',
    en: 'Whoever made this key of the API has no access any more',
  },
  scope: {
    status: 403,
    ua: 'Цьому ключу API не дозволено: потрібен доступ {scope}',
    en: 'This key of the API may not do this: it needs the scope {scope}',
  },
  not_for_keys: {
    status: 403,
    ua: 'Цей виклик не входить у відкритий API: ключем його виконати не можна',
    en: 'This call is not part of the public API: it cannot be made with a key',
  },
  only_keys: {
    status: 422,
    ua: 'Цей виклик розповідає про ключ API, яким його зроблено: викличте його ключем',
    en: 'This call tells of the key of the API that makes it: call it with a key',
  },
  not_found: { status: 404, ua: 'Такого ключа API немає', en: 'No such key of the API' },
  gone: { status: 409, ua: 'Цей ключ уже відкликано або прострочено', en: 'This key was revoked or has expired' },
  too_many: {
    status: 409,
    ua: 'Уже є {allowed} діючих ключів, більше створити не можна. Відкличте зайві',
    en: 'There are {allowed} living keys already, which is as many as there may be. Revoke those that are not needed',
  },
  in_past: {
    status: 422,
    ua: 'Останній день не може бути в минулому, найраніший: {earliest}',
    en: 'The last day cannot be in the past, the earliest is {earliest}',
  },
});
