import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: {
    short: 'Оператор',
    requests: 'Запити на доступ',
    users: 'Користувачі',
    projects: 'Проєкти',
    messages: 'Повідомлення',
    jobs: 'Невдалі завдання',
    services: 'Підключені служби',
    actions: 'Дії операторів',
    maintenance: 'Обслуговування',
  },
  en: {
    short: 'Operator',
    requests: 'Access requests',
    users: 'Users',
    projects: 'Projects',
    messages: 'Messages',
    jobs: 'Failed jobs',
    services: 'Connected services',
    actions: 'Operators’ actions',
    maintenance: 'Maintenance',
  },
});
