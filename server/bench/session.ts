import { CLIENT_EMAIL, EMAIL, PASSWORD } from './data';
import { httpClient } from './http-client';
import type { Place } from './place';
import { startProduct } from './product';

/** A product over this place, with its Owner signed in and a dropshipper. Tokens last as long as any run. */
export async function signIn(place: Place, env: Record<string, string>) {
  const product = await startProduct(place.url, place.dataDir, { ACCESS_TOKEN_TTL_SECONDS: '86400', ...env });
  const idle = await product.memory();
  const sessionOf = async (email: string) => {
    let token = '';
    const http = httpClient(product.address, () => token);
    const signedIn = await http.ask('POST', '/api/auth/token', { email, password: PASSWORD }, 200);
    token = (JSON.parse(signedIn.text) as { access_token: string }).access_token;
    return { http, token };
  };
  try {
    const client = place.data.levels > 0 ? (await sessionOf(CLIENT_EMAIL)).http : undefined;
    return { product, idle, client, ...(await sessionOf(EMAIL)) };
  } catch (error) {
    await product.stop();
    throw error;
  }
}
