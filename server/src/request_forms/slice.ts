import { slice } from '../kit/slice';
import { requestCame } from './notices';
import { REQUEST_FORMS, requestFormChanges } from './request_forms.store';
import { requestFormRoutes } from './routes';

export const requestForms = slice({
  name: 'request_forms',
  level: 4,
  routes: requestFormRoutes,
  notices: [requestCame],
  searches: [REQUEST_FORMS],
  changes: [requestFormChanges],
  topics: [
    { kind: 'request_form', permission: 'request_forms.read' },
    { kind: 'site_form', permission: 'request_forms.read' },
  ],
});
