import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services';

const REFRESH = 'lanka_refresh';
const DEVICE = 'lanka_device';
const DEVICE_SECONDS = 365 * 86_400;

/** Only the sign-in calls get any cookie of ours, and no script sees it. `Lax` where the browser comes back from elsewhere. */
function keep(
  app: Services,
  reply: FastifyReply,
  name: string,
  value: string | null,
  maxAge: number,
  sameSite: 'lax' | 'strict',
): void {
  const secure = app.config.publicUrl.startsWith('https:');
  const options = { path: '/api/auth', httpOnly: true, secure, sameSite };
  reply.setCookie(name, value ?? '', { ...options, maxAge: value === null ? 0 : maxAge });
}

const secret = (value: string | undefined): string | undefined =>
  value && /^[\w.-]{20,100}$/.test(value) ? value : undefined;

/** The secrets that this browser sent along. */
export const secretsOf = ({ cookies }: FastifyRequest) => ({
  refresh_token: secret(cookies[REFRESH]),
  device: secret(cookies[DEVICE]),
});

/** What a handler may give the browser to keep. */
export const cookiesFor = (app: Services, request: FastifyRequest, reply: FastifyReply) => ({
  /** The refresh token goes back to this site alone: not even with a link from elsewhere. */
  setRefreshToken: (token: string | null, seconds = 0) => keep(app, reply, REFRESH, token, seconds, 'strict'),
  /** By it a browser is known again after a sign-out; it opens nothing. */
  setDeviceToken: (token: string) => keep(app, reply, DEVICE, token, DEVICE_SECONDS, 'lax'),
  kept: (name: string): string | undefined => request.cookies[name] || undefined,
  keep: (name: string, value: string | null, seconds = 0) => keep(app, reply, name, value, seconds, 'lax'),
});
