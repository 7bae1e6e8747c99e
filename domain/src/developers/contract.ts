import { route } from '../kit/route';

export const readPublicDocument = route({
  method: 'GET',
  path: 'public/openapi.json',
  summary: 'The OpenAPI document of the public API: the calls that keys reach, and no others',
  auth: 'public',
  status: 200,
  raw: 'application/json',
});
