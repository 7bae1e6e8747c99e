/** Tabs of the profile (specification §2.3): its pages are of different slices, so the tabs stand below all of them. */
import { texts, useText } from '../text';
import { RouteTabs } from './route-tabs';

const text = texts({
  ua: { label: 'Розділи профілю', main: 'Дані', security: 'Безпека', notices: 'Сповіщення', support: 'Підтримка' },
  en: {
    label: 'Sections of the profile',
    main: 'Data',
    security: 'Security',
    notices: 'Notifications',
    support: 'Support',
  },
});

export function ProfileTabs() {
  const t = useText(text);
  return (
    <RouteTabs
      label={t.label}
      tabs={[
        { to: '/cp/profile', label: t.main },
        { to: '/cp/profile/security', label: t.security },
        { to: '/cp/notices/settings', label: t.notices },
        { to: '/cp/profile/telegram', label: 'Telegram' },
        { to: '/cp/profile/support', label: t.support },
      ]}
    />
  );
}
