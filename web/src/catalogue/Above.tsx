import { seesCatalogue } from '@lanka/domain/catalogue/rules';
import { useSession } from '../kit/session';
import { CatalogueTabs } from './parts';

/** Above one's own applications, which those have as well who do not see the catalogue. */
export function Above() {
  const { user } = useSession();
  return seesCatalogue(user.billing_account.subscription_plan) ? <CatalogueTabs /> : null;
}
