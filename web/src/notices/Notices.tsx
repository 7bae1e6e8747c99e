import { useParams } from 'react-router';
import { NotFound } from '../kit/page/states';
import { NoticesPage } from './NoticesPage';
import { SettingsPage } from './SettingsPage';

/** `/cp/notices` and, as a tab of the profile, `/cp/notices/settings`. */
export function Notices() {
  const { part } = useParams();
  if (part === 'settings') return <SettingsPage />;
  return part ? <NotFound /> : <NoticesPage />;
}

export { ApiNoticesPage } from './ApiNoticesPage';
