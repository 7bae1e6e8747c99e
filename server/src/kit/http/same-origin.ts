import { common } from '@lanka/domain/kit/errors';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../services';

/**
 * Refuses what a page of another site asks for. A browser says where a request comes from by `Sec-Fetch-Site`; over
 * plain http it leaves that out and says `Origin` with every POST. Programs say neither, and have no cookie that
 * somebody else could use (OWASP, Cross-Site Request Forgery Prevention, "Fetch Metadata").
 */
export function assertSameOrigin({ config }: Services, { headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site !== 'same-origin') throw common.cross_site();
    return;
  }
  const { origin } = headers;
  if (origin === undefined || origin === config.publicUrl) return;
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw common.cross_site();
}
