import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: {
    users: 'Користувачі',
    settings: 'Налаштування проєкту',
    create: 'Створити проєкт',
    profile: 'Профіль',
  },
  en: {
    users: 'Users',
    settings: 'Project settings',
    create: 'Create a project',
    profile: 'Profile',
  },
});
