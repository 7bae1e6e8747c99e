/** Where pictures stay: addresses of the storage are good for an hour, and marketplaces and search engines come back. */

/** What the last part of an address is, beside the id of a photo with its extension. */
export const SMALL = '-small.webp';
export const LOGO = 'logo.webp';

interface Photo {
  readonly id: string;
  readonly file: string;
}

export const photoAddress = (publicUrl: string, project_id: string, { id, file }: Photo): string =>
  `${publicUrl}/photos/${project_id}/${id}${/\.\w+$/.exec(file)?.[0] ?? ''}`;

/** The same, as lists show it. */
export const smallPhotoAddress = (publicUrl: string, project_id: string, id: string): string =>
  `${publicUrl}/photos/${project_id}/${id}${SMALL}`;

/** The logo of a project that stands in the catalogue. */
export const logoAddress = (publicUrl: string, project_id: string): string =>
  `${publicUrl}/photos/${project_id}/${LOGO}`;
