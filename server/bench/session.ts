import { EMAIL, PASSWORD } from './data';
import { httpClient } from './http-client';
import type { Place } from './place';
import { startProduct } from './product';

/** A product over this place, with its Owner signed in. Tokens last as long as any run. */
export async function signIn(place: Place, env: Record<string, string>) {
  const product = await startProduct(place.url, place.dataDir, { ACCESS_TOKEN_TTL_SECONDS: '86400', ...env });
  const idle = await product.memory();
  let token = '';
  const http = httpClient(product.address, () => token);
  try {
    const signedIn = await http.ask('POST', '/api/auth/token', { email: EMAIL, password: PASSWORD }, 200);
    token = (JSON.parse(signedIn.text) as { access_token: string }).access_token;
  } catch (error) {
    await product.stop();
    throw error;
  }
  return { product, http, token, idle };
}
