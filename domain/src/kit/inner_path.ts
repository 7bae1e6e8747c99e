const LONGEST = 1000;

/**
 * A way back that stays on this site, or null: a path from the root. No second slash or backslash, which would name
 * another host, and no blank or control character, which browsers drop before they look.
 */
export function innerPath(path: string | null | undefined): string | null {
  if (!path || path.length > LONGEST) return null;
  return /^\/(?!\/)[^\s\\\p{Cc}]*$/u.test(path) ? path : null;
}
