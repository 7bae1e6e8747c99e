import { LEADERS, permissions } from '../kit/roles';

/** What a bank account has is seen by those who answer for the money of the project. */
export const banking = permissions('money', {
  'banking.read': {
    roles: LEADERS,
    ua: 'Бачити банківські рахунки та їхню виписку',
    en: 'See bank accounts and their statements',
  },
  'banking.match': {
    roles: LEADERS,
    ua: 'Зараховувати рядки виписки, відкладати їх і скасовувати це',
    en: 'Enter rows of a statement as payments, set them aside and undo it',
  },
  'banking.connect': {
    roles: LEADERS,
    ua: 'Підключати банки, обирати рахунки та правила',
    en: 'Connect banks, choose accounts and rules',
  },
});
