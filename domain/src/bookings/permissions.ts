import { permissions, STAFF, WORKERS } from '../kit/roles';

/** A Client has neither: what others hold is not for him, and what he holds himself his own drafts show. */
export const bookings = permissions('goods', {
  'bookings.read': { roles: WORKERS, ua: 'Бачити бронювання', en: 'See bookings' },
  'bookings.edit': {
    roles: [...STAFF, 'Stockman'],
    ua: 'Бронювати вручну, змінювати та знімати бронювання, списувати заброньоване',
    en: 'Book by hand, change and release bookings, take what is booked off the shelf',
  },
});
