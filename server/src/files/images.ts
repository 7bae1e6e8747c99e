import { fileErrors, MAX_IMAGE_BYTES } from '@lanka/domain/files/contract';
import sharp, { type Sharp } from 'sharp';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';

/** The longer side of what is kept; enough for a full screen. */
const MAX_SIDE = 2048;
export const THUMBNAIL_SIDE = 320;
/** A small file can claim to be enormous when unpacked. */
const MAX_PIXELS = 60_000_000;

// Pictures are made beside requests on small machines: one thread each, and no cache of what is never asked again.
sharp.concurrency(1);
sharp.cache(false);

type Kind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/**
 * What the first bytes say the file is, or null. Nothing else reaches the decoder: SVG and PDF, which it could
 * read too, may carry scripts and point at other files.
 */
export function imageKind(bytes: Buffer): Kind | null {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to);
  if (bytes.length < 16) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a/.test(text(0, 6))) return 'gif';
  if (text(4, 8) === 'ftyp' && /avi[fs]/.test(text(8, 32))) return 'avif';
  return null;
}

export interface StoredImage {
  /** Storage keys. */
  readonly file_name: string;
  readonly thumbnail: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly content_type: string;
}

interface Encoded {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

async function encode(picture: Sharp): Promise<Encoded> {
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Photographs stay JPEG, drawings PNG; the rest becomes WebP. */
function keep(kind: Kind, picture: Sharp): { picture: Sharp; extension: string; content_type: string } {
  if (kind === 'jpeg')
    return { picture: picture.jpeg({ quality: 86, mozjpeg: true }), extension: 'jpg', content_type: 'image/jpeg' };
  if (kind === 'png') return { picture: picture.png(), extension: 'png', content_type: 'image/png' };
  return { picture: picture.webp({ quality: 86 }), extension: 'webp', content_type: 'image/webp' };
}

/**
 * Makes the picture that is kept and its thumbnail (WebP, 320 px) and stores both. The picture is encoded anew:
 * turned the right way up, without the camera's data (where it was taken among them), at most 2,048 px.
 * Throws `files.not_an_image` for anything that is not a JPEG, PNG, WebP, GIF or AVIF, `files.too_large` above 20 MB.
 * Touches no database; call it outside a transaction when there is a choice.
 */
export async function prepareImage(
  { storage }: Pick<Services, 'storage'>,
  projectId: string,
  bytes: Buffer,
): Promise<StoredImage> {
  if (bytes.length > MAX_IMAGE_BYTES) throw fileErrors.too_large({ allowed_mb: MAX_IMAGE_BYTES / 1048576 });
  const kind = imageKind(bytes);
  if (!kind) throw fileErrors.not_an_image();
  const open = (side: number): Sharp =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const { picture, extension, content_type } = keep(kind, open(MAX_SIDE));
  let full: Encoded;
  let small: Encoded;
  try {
    full = await encode(picture);
    small = await encode(open(THUMBNAIL_SIDE).webp({ quality: 80 }));
  } catch {
    // the decoder's words are about its insides; broken or oversized is all that matters here
    throw fileErrors.not_an_image();
  }
  const id = newId();
  const file_name = `${projectId}/${id}/image.${extension}`;
  const thumbnail = `${projectId}/${id}/thumbnail.webp`;
  await storage.write(file_name, full.data, content_type);
  await storage.write(thumbnail, small.data, 'image/webp');
  return { file_name, thumbnail, width: full.width, height: full.height, bytes: full.data.length, content_type };
}
