/** The current user's own profile by id, and the picture in it. The rest of it is in the identity contract. */
import { z } from 'zod';
import { fileErrors } from '../files/contract';
import { CurrentUser, updateMe } from '../identity/contract';
import { route } from '../kit/route';

/** The own user id, or the own id at the identity provider (specification §7: keyed by auth id or user id). */
const OwnId = z.object({ id: z.string().min(1).max(255) });

export const readUser = route({
  method: 'GET',
  path: 'users/:id',
  summary: 'The current user, by user id or auth id; anybody else is not there',
  auth: 'user',
  params: OwnId,
  returns: CurrentUser,
});

export const updateUser = route({
  method: 'PATCH',
  path: 'users/:id',
  summary: 'Change the own profile, by user id or auth id',
  auth: 'user',
  changes: ['user'],
  params: OwnId,
  body: updateMe.body,
  returns: CurrentUser,
});

/** Characters of the base64 text: about 1 MB of picture, far more than a cropped one has. */
const MAX_PHOTO_TEXT = 1_400_000;

export const setMyPhoto = route({
  method: 'PUT',
  path: 'users/me/photo',
  summary: 'Set the own picture: JPEG, PNG, WebP, GIF or AVIF in base64, at most 1 MB',
  auth: 'user',
  changes: ['user'],
  body: z.object({ image: z.base64().min(1, { error: 'required' }).max(MAX_PHOTO_TEXT) }),
  returns: CurrentUser,
  errors: [fileErrors.not_an_image, fileErrors.too_large],
});

export const removeMyPhoto = route({
  method: 'DELETE',
  path: 'users/me/photo',
  summary: 'Take the own picture away',
  auth: 'user',
  changes: ['user'],
  status: 200,
  returns: CurrentUser,
});
