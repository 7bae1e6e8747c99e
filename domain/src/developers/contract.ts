import { z } from 'zod';
import { route } from '../kit/route';

export const readPublicDocument = route({
  method: 'GET',
  path: 'public/openapi.json',
  summary: 'The OpenAPI document of the public API: the calls that keys reach, and no others',
  auth: 'public',
  status: 200,
  raw: 'application/json',
});

export const openDevelopers = route({
  method: 'GET',
  path: 'developers',
  summary: 'The first page for developers, in the language of whoever asks; the server answers it at `/developers` too',
  auth: 'public',
  status: 200,
  raw: 'text/html',
});

export const openDevelopersPage = route({
  method: 'GET',
  path: 'developers/:language/:page',
  summary: 'A guide or a part of the reference for developers; the server answers it at `/developers/…` too',
  auth: 'public',
  params: z.object({ language: z.enum(['ua', 'en']), page: z.string().regex(/^[a-z_-]{1,60}$/) }),
  status: 200,
  raw: 'text/html',
});
