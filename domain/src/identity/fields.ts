import { z } from 'zod';

/** Long is safe: length decides, not kinds of signs (NIST SP 800-63B). */
export const MIN_PASSWORD = 10;

/** E-mail addresses are compared without case. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** The upper bound keeps argon2 from being fed megabytes. */
export const NewPassword = z.string().min(MIN_PASSWORD).max(200);

/** A password that is checked, not set: what is wrong with it is told by the answer alone. */
export const GivenPassword = z.string().min(1, { error: 'required' }).max(200);

/** Six digits of the authenticator app, or a recovery code; spaces and dashes are for the eye. */
export const OneTimeCode = z
  .string()
  .max(40)
  .transform((code) => code.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^([0-9]{6}|[a-z0-9]{10})$/, { error: 'otp.format' }));

/** The secret of a link from a letter. */
export const LinkToken = z.string().min(1).max(200);

/** Where one goes on after signing in: a path of this site; anything else counts as none. */
export const ReturnTo = z.string().max(1000);

export const AccessToken = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: z.int(),
});
