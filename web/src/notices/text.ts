import { MOST_UNREAD } from '@lanka/domain/notices/contract';
import { texts } from '../kit/text';

/** The server counts no further. */
export const shownUnread = (n: number): string => (n < MOST_UNREAD ? `${n}` : `${MOST_UNREAD - 1}+`);

export const text = texts({
  ua: {
    title: 'Сповіщення',
    unread: (n: number) => `непрочитаних: ${shownUnread(n)}`,
    came: (n: number) => `Нове сповіщення. Непрочитаних: ${shownUnread(n)}`,
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
    unread: (n: number) => `unread: ${shownUnread(n)}`,
    came: (n: number) => `A new notification. Unread: ${shownUnread(n)}`,
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
