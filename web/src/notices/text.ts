import { texts } from '../kit/text';

export const text = texts({
  ua: {
    title: 'Сповіщення',
    unread: (n: number) => `непрочитаних: ${n < 100 ? n : '99+'}`,
    came: (n: number) => `Нове сповіщення. Непрочитаних: ${n < 100 ? n : '99+'}`,
    readAll: 'Позначити все прочитаним',
    all: 'Усі',
    showAll: 'Усі сповіщення',
    onlyUnread: 'Лише непрочитані',
    isNew: 'Нове',
    empty: 'Сповіщень ще немає',
    emptyText: 'Тут з’явиться те, що сталося без вас: замовлення, коментарі, оплати. Сповіщення зберігаються 90 днів.',
    nothingNew: 'Усе прочитано',
    nothingNewText: 'Щойно щось станеться, ви побачите це тут.',
  },
  en: {
    title: 'Notifications',
    unread: (n: number) => `unread: ${n < 100 ? n : '99+'}`,
    came: (n: number) => `A new notification. Unread: ${n < 100 ? n : '99+'}`,
    readAll: 'Mark all as read',
    all: 'All',
    showAll: 'All notifications',
    onlyUnread: 'Unread only',
    isNew: 'New',
    empty: 'No notifications yet',
    emptyText: 'Here you will see what happened without you: orders, comments, payments. They are kept for 90 days.',
    nothingNew: 'All is read',
    nothingNewText: 'As soon as something happens, you will see it here.',
  },
});
