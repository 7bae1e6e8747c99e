import { texts } from '../kit/text';

/** The words that the shell shows before a page of this slice is opened; the rest comes with the page. */
export const labels = texts({
  ua: {
    billing: 'Тариф',
    dropshipperProfile: 'Профіль дропшипера',
    paymentAndSubscription: 'Оплата й підписка',
    become: 'Стати дропшипером',
  },
  en: {
    billing: 'Plan',
    dropshipperProfile: 'Dropshipper Profile',
    paymentAndSubscription: 'Payment and Subscription',
    become: 'Become a Dropshipper',
  },
});
