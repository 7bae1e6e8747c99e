import { useParams } from 'react-router';
import { RequestFormPage } from './RequestFormPage';
import { RequestFormsPage } from './RequestFormsPage';
import { SiteFormPage } from './SiteFormPage';

/** `/cp/integrations/api/requests`: the list, one request, and the form that stands on the site (`form`). */
export function RequestForms() {
  const { id } = useParams();
  if (id === undefined) return <RequestFormsPage />;
  return id === 'form' ? <SiteFormPage /> : <RequestFormPage id={id} />;
}
