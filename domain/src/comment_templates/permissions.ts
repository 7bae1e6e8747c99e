import { LEADERS, permissions, WORKERS } from '../kit/roles';

export const commentTemplates = permissions('sales', {
  'comment_templates.read': {
    roles: WORKERS,
    ua: 'Вставляти в коментарі тексти із шаблонів',
    en: 'Insert texts of templates into comments',
  },
  'comment_templates.edit': {
    roles: LEADERS,
    ua: 'Створювати, змінювати та архівувати шаблони коментарів',
    en: 'Make, change and archive templates of comments',
  },
});
