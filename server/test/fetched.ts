import type { FeedDetails } from '@lanka/domain/outfeeds/contract';
import type { TestApp } from './harness';

/** Asks as a marketplace does. */
export async function fetched(app: TestApp, { address }: Pick<FeedDetails, 'address'>, headers = {}) {
  const answer = await app.app.server.inject({
    method: 'GET',
    url: new URL(String(address)).pathname,
    headers: { 'user-agent': 'RozetkaBot/1.0', ...headers },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.payload };
}
