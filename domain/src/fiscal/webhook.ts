import { z } from 'zod';
import { Id } from '../kit/ids';
import { route } from '../kit/route';
import { fiscalErrors } from './errors';

export const hearWebhook = route({
  method: 'POST',
  path: 'fiscal/webhooks/:project_id/:token',
  summary: 'Where the service tells of changes, signed by the key of the webhook: it is told the same by asking it',
  auth: 'public',
  params: z.object({ project_id: Id, token: z.string().min(20).max(100) }),
  signedBody: true,
  limitPerMinute: 600,
  errors: [fiscalErrors.not_found, fiscalErrors.bad_signature],
});
