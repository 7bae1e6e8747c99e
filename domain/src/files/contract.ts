import { z } from 'zod';
import { errors } from '../kit/errors';
import { requiredText } from '../kit/ids';
import { planErrors } from '../kit/plans';
import { InProject, route } from '../kit/route';

export const fileErrors = errors('files', {
  not_found: { status: 404, ua: 'Файл не знайдено', en: 'No such file' },
  too_large: {
    status: 413,
    ua: 'Файл завеликий: дозволено до {allowed_mb} МБ',
    en: 'The file is too large: up to {allowed_mb} MB is allowed',
  },
  no_file: {
    status: 400,
    ua: 'У формі немає файлу: надішліть його в полі «{path}»',
    en: 'There is no file in the form: send it in the field “{path}”',
  },
  one_file: {
    status: 400,
    ua: 'За раз приймається один файл, і кожне поле – один раз: «{path}» повторюється',
    en: 'One file is taken at a time, and each field once: “{path}” is repeated',
  },
  broken_form: {
    status: 400,
    ua: 'Форму не вдалося прочитати: дані multipart/form-data обірвано або складено невірно',
    en: 'The form could not be read: its multipart/form-data is cut off or not well made',
  },
  not_an_image: {
    status: 422,
    ua: 'Це не зображення, яке можна показати. Підійдуть JPEG, PNG, WebP, GIF та AVIF',
    en: 'This is not an image that can be shown. JPEG, PNG, WebP, GIF and AVIF are fine',
  },
  link_expired: {
    status: 403,
    ua: 'Посилання на файл недійсне або застаріло',
    en: 'The link to the file is not valid or has expired',
  },
});

/** What one upload may weigh, in bytes. */
export const MAX_UPLOAD_BYTES = 200 * 1024 * 1024;
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

/** Specification §9: links to files are valid for one hour. */
export const FILE_LINK_SECONDS = 3600;

export const createUpload = route({
  method: 'POST',
  path: 'projects/:project_id/uploads',
  summary:
    'A presigned address for one upload: send the bytes there with PUT and the headers given. A form that brings the ' +
    'file along (PDF, unless it says another content type) is taken too; its bytes need not be sent again',
  auth: 'files.upload',
  api: ['products.write', 'orders.write', 'static_data.write'],
  params: InProject,
  /** Specification §7 sends query parameters here and does not name them: none means anything, none is refused. */
  query: z.looseObject({}).optional(),
  status: 201,
  body: z.object({
    file_name: requiredText(200),
    content_type: z.string().max(100).optional(),
    /** How many will be sent: a file that the plan has no room for is refused before it is. */
    bytes: z.int().min(0).max(MAX_UPLOAD_BYTES).optional(),
  }),
  /** Specification §7, Uploads: the second variant. A file that has a name needs no field `file_name`. */
  form: { field: 'file', maxBytes: MAX_UPLOAD_BYTES, defaultType: 'application/pdf' },
  returns: z.object({
    /** Where to PUT the bytes, also once more until something uses them; the answer is XML-free and empty. */
    url: z.string(),
    /** The name of the stored file: give it to the call that uses it (an image, an import, a logo). */
    file_name: z.string(),
    direct_upload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
  }),
  errors: [
    planErrors.storage_limit,
    fileErrors.too_large,
    fileErrors.no_file,
    fileErrors.one_file,
    fileErrors.broken_form,
  ],
});

export const fileRoutes = { createUpload };
