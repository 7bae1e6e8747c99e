import { PERMISSIONS, type Permission } from '@lanka/domain/kit/permissions';
import type { Locale } from '../../kit/text';

/** What each permission lets do. The build keeps these words out of the first load: lanka-permission-words in vite.config.ts. */
export const PERMISSION_WORDS = Object.fromEntries(
  Object.entries(PERMISSIONS).map(([permission, { ua, en }]) => [permission, { ua, en }]),
) as Readonly<Record<Permission, Readonly<Record<Locale, string>>>>;
