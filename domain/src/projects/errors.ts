import { errors } from '../kit/errors';

export const projectErrors = errors('projects', {
  not_found: { status: 404, ua: 'Проєкт не знайдено', en: 'No such project' },
  one_of_ones_own: {
    status: 409,
    ua: 'У вас уже є власний проєкт: другого створити чи відновити не можна',
    en: 'You own a project already: a second one cannot be made or restored',
  },
  pause_day: {
    status: 422,
    ua: 'Вкажіть день від сьогодні, не далі року',
    en: 'Give a day from today on, within a year',
  },
  already_member: { status: 409, ua: 'Цей користувач уже є в проєкті', en: 'This user is already on the project' },
  invitation_exists: {
    status: 409,
    ua: 'На цю адресу вже надіслано запрошення, відповідь очікується',
    en: 'An invitation was sent to this address already, a reply is awaited',
  },
  invitation_not_found: { status: 404, ua: 'Запрошення не знайдено', en: 'No such invitation' },
  invitation_invalid: {
    status: 404,
    ua: 'Запрошення не вдалося підтвердити: воно недійсне, відкликане або вже використане',
    en: 'The invitation cannot be confirmed: it is not valid, withdrawn or used',
  },
  resend_too_soon: {
    status: 429,
    ua: 'Повторно надіслати можна раз на 15 хвилин. Залишилося хвилин: {minutes_left}',
    en: 'An invitation can be resent once in 15 minutes. Minutes left: {minutes_left}',
  },
  last_owner: {
    status: 409,
    ua: 'Власника проєкту не можна змінити чи вилучити',
    en: 'The owner of a project cannot be changed or removed',
  },
  own_fields: {
    status: 403,
    ua: 'Ім’я та телефон змінює лише сам користувач у своєму профілі',
    en: 'A name and a phone are changed by their user alone, in the profile',
  },
  client_fields: {
    status: 422,
    ua: 'Менеджер, знижка та юридична назва є лише в дропшипера',
    en: 'A manager, a discount and a legal name belong to dropshippers only',
  },
  client_role: {
    status: 422,
    ua: 'Роль дропшипера не змінюється: вилучіть доступ і запросіть людину як співробітника',
    en: 'The role of a dropshipper does not change: remove the access and invite the person to the staff',
  },
  unknown_colleague: {
    status: 422,
    ua: 'Такого співробітника в проєкті немає або його роль не підходить',
    en: 'The project has no such colleague, or his role does not fit',
  },
  title_mismatch: {
    status: 422,
    ua: 'Назва не збігається з назвою проєкту',
    en: 'The title is not that of the project',
  },
  has_open_orders: {
    status: 409,
    ua: 'Спершу завершіть або скасуйте замовлення в роботі: {open_orders}',
    en: 'Finish or cancel the orders under way first: {open_orders}',
  },
  in_sandbox: {
    status: 403,
    ua: 'У пісочниці цього немає: вона не пише людям, не звертається до зовнішніх служб і не має тарифу',
    en: 'A sandbox has none of this: it writes to nobody, asks no outside services and has no plan',
  },
  not_restorable: {
    status: 404,
    ua: 'Немає такого видаленого проєкту, який ще можна відновити',
    en: 'There is no such deleted project that can still be restored',
  },
});

/** Specification §9: once per 15 minutes. */
export const RESEND_MINUTES = 15;
export const INVITATION_DAYS = 14;

/** A deleted project can be restored by its owner for so long (docs/decisions/0020). */
export const RESTORE_DAYS = 30;
