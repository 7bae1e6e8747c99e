import { on } from '@lanka/domain/kit/hooks';
import { IconBookmark } from '@tabler/icons-react';
import { lazy } from 'react';
import { stockHolders } from '../catalog';
import { slice } from '../kit/slice';
import { labels } from './labels';

const Waiting = lazy(async () => ({ default: (await import('./Waiting')).Waiting }));

export const bookings = slice({
  name: 'bookings',
  level: 9,
  routes: [
    { path: 'bookings', lazy: async () => ({ Component: (await import('./BookingsPage')).BookingsPage }) },
    { path: 'bookings/new', lazy: async () => ({ Component: (await import('./BookingFormPage')).NewBookingPage }) },
    { path: 'bookings/:id', lazy: async () => ({ Component: (await import('./BookingPage')).BookingPage }) },
    {
      path: 'bookings/:id/edit',
      lazy: async () => ({ Component: (await import('./BookingFormPage')).EditBookingPage }),
    },
  ],
  sidebar: [
    {
      id: 'bookings',
      to: '/cp/bookings',
      label: { ua: labels.ua.title, en: labels.en.title },
      icon: IconBookmark,
      group: 'warehouse',
      order: 1,
      visible: (session) => !session.isDropshipping && session.can('bookings.read'),
      Count: Waiting,
    },
  ],
  hooks: [on(stockHolders, { Component: lazy(async () => ({ default: (await import('./Holders')).Holders })) })],
  commands: (session, locale) =>
    !session.isDropshipping && session.can('bookings.edit')
      ? [{ id: 'bookings.new', label: labels[locale].create, to: '/cp/bookings/new' }]
      : [],
});
