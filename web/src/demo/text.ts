import type { DemoSignIn } from '@lanka/domain/demo/contract';
import { texts } from '../kit/text';

export const text = texts({
  ua: {
    title: 'Спробувати на демонстраційних даних',
    hint: 'Увійти одним натисканням',
    role: {
      supplier: 'Постачальник',
      manager: 'Менеджер',
      dropshipper: 'Дропшипер',
      operator: 'Оператор платформи',
    } satisfies Record<DemoSignIn['role'], string>,
    outbox: 'Листи демонстрації',
    outboxText: 'На демонстраційних даних листи нікому не надсилаються. Тут їх можна прочитати й відкрити посилання.',
    empty: 'Листів ще немає',
    emptyText: 'Запросіть когось у проєкт або попросіть новий пароль: лист з’явиться тут.',
    to: (recipient: string) => `Кому: ${recipient}`,
    toList: 'Усі листи',
    toWork: 'До роботи',
    more: 'Показати ще',
  },
  en: {
    title: 'Try it on demo data',
    hint: 'Sign in with one press',
    role: {
      supplier: 'Supplier',
      manager: 'Manager',
      dropshipper: 'Dropshipper',
      operator: 'Platform operator',
    },
    outbox: 'Letters of the demo',
    outboxText: 'On demo data no letter is sent to anybody. Here you can read them and open their links.',
    empty: 'No letters yet',
    emptyText: 'Invite somebody to a project or ask for a new password: the letter will appear here.',
    to: (recipient: string) => `To: ${recipient}`,
    toList: 'All letters',
    toWork: 'To work',
    more: 'Show more',
  },
});
