import { createHash } from 'node:crypto';

export const tagOf = (text: string): string =>
  `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** Whether whoever asks has it already (RFC 9110, If-None-Match): weak tags are as good for that. */
export const isKnownTag = (given: string | undefined, tag: string): boolean =>
  given?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag || one.trim() === '*') ?? false;
