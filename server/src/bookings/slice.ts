import { slice } from '../kit/slice';
import { BOOKINGS } from './bookings.store';
import { bookingRoutes } from './routes';

/** What stock keeps of bookings, for people to see and to change; stock itself says that they have changed. */
export const bookings = slice({
  name: 'bookings',
  level: 9,
  routes: bookingRoutes,
  searches: [BOOKINGS],
});
