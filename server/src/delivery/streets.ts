import type { listStreets, Street } from '@lanka/domain/delivery/contract';
import { streetKey, streetWords } from '@lanka/domain/delivery/places';
import type { z } from 'zod';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { ask, say } from './client';
import { accountOf, askingConnection } from './connections';
import * as store from './directory.store';

type Asked = z.infer<typeof listStreets.query>;

/** Of one letter there would be half a town. */
const LETTERS = 2;
const MOST = 100;

/** Has the carrier asked for streets that nobody has looked for lately. What he does not tell now is not offered. */
export async function askForStreets(
  app: Services,
  { city, q }: Asked,
  read: <T>(work: (tx: Tx, scope: ProjectScope) => Promise<T>) => Promise<T>,
): Promise<void> {
  if (streetKey(q).length < LETTERS) return;
  // he finds «в'яч» and no «вяч»: what was asked for is remembered as it was asked
  const words = streetWords(q);
  const connection = await read(async (tx, scope) =>
    (await store.isStreetKnown(tx, city, words)) ? null : askingConnection(tx, scope),
  );
  if (!connection) return;
  try {
    const account = await accountOf(app, connection);
    const wanted = { CityRef: city, FindByString: words, Page: '1', Limit: String(MOST) };
    const { data } = await ask(app, account, 'Address', 'getStreet', wanted);
    const streets = data.flatMap((row) => {
      const [ref, name] = [say(row, 'Ref'), say(row, 'Description')];
      const whole = [say(row, 'StreetsType'), name].filter(Boolean).join(' ').slice(0, 120);
      return ref && name ? [{ ref, name: whole, key: streetKey(name) }] : [];
    });
    await app.db.transaction({}, (tx) =>
      store.saveStreets(tx, city, { key: words, is_whole: data.length < MOST }, streets),
    );
  } catch (err) {
    app.log.warn({ err }, 'streets are those that are known');
  }
}

export async function knownStreets(tx: Tx, { city, q }: Asked): Promise<Street[]> {
  const key = streetKey(q);
  return key.length < LETTERS ? [] : store.findStreets(tx, city, key);
}
