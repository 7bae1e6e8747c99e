/** What the server lets a page show; all else it sends to be kept. */
const PICTURE = /\.(jpe?g|png|webp|gif|avif)$/i;

interface Kept {
  readonly name: string;
  readonly url: string;
}

/**
 * For the link of a kept file: a picture opens beside, all else is saved under the name that people know it by, which
 * its address does not hold.
 */
export function fileLink({ name, url }: Kept) {
  const path = url.split('?', 1)[0] ?? '';
  return { href: url, ...(PICTURE.test(path) ? { target: '_blank', rel: 'noreferrer' } : { download: name }) };
}
