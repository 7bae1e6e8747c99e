import type { Branch, City } from '@lanka/domain/delivery/contract';
import { branchMeant } from '@lanka/domain/delivery/fixes';
import { branchAsked, townKey } from '@lanka/domain/delivery/places';
import type { Tx } from '../kit/db/db';
import { newId } from '../kit/db/ids';
import type { Services } from '../kit/services';
import { byClock } from '../kit/slice';
import { type Account, ask, isKeyRefused, say } from './client';
import { eachForDirectory } from './connections';
import { saveRefused } from './connections.store';
import * as store from './directory.store';
import { refreshJob } from './directory-job';

const PAGE = 500;
/** More pages than the country has. */
const MOST_PAGES = 500;
/** A reading that has lost a third of what was known is taken for broken: the old copy stays. */
const FEWEST = 2 / 3;

/** By the key of any project that is connected: the directory is public, and the same for everybody. */
export const refreshByClock = byClock(refreshJob, '10 4 * * *', (app) => refreshDirectory(app));

export async function refreshDirectory(app: Services): Promise<void> {
  await eachForDirectory(app, async (account, { project_id, owner_id }) => {
    try {
      await readDirectory(app, account);
      return true;
    } catch (error) {
      // one key that has expired keeps the directory from nobody else
      if (!isKeyRefused(error)) throw error;
      await app.db.transaction({ projectIds: [project_id] }, (tx) => saveRefused(tx, project_id, owner_id, true));
      return false;
    }
  });
}

async function readDirectory(app: Services, account: Account): Promise<void> {
  const run = newId();
  const cities = await eachPage(app, account, 'getCities', (tx, rows) =>
    store.saveCities(tx, run, rows.flatMap(asCity)),
  );
  const branches = await eachPage(app, account, 'getWarehouses', (tx, rows) =>
    store.saveBranches(tx, run, rows.flatMap(asBranch)),
  );
  await app.db.transaction({}, async (tx) => {
    const known = await store.readDirectory(tx);
    if (cities === 0 || branches === 0 || branches < known.branches * FEWEST)
      throw new Error(`the directory has ${branches} branches, ${known.branches} before: it stays as it was`);
    await store.finishDirectory(tx, run);
  });
}

type Row = Readonly<Record<string, unknown>>;

/** A page is written before the next is asked for, so that a whole country does not stand in memory. */
async function eachPage(
  app: Services,
  account: Account,
  method: 'getCities' | 'getWarehouses',
  write: (tx: Tx, rows: readonly Row[]) => Promise<void>,
): Promise<number> {
  let read = 0;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { data } = await ask(app, account, 'Address', method, { Page: String(page), Limit: String(PAGE) });
    if (data.length > 0) await app.db.transaction({}, (tx) => write(tx, data));
    read += data.length;
    if (data.length < PAGE) return read;
  }
  throw new Error(`${method} has no end`);
}

function asCity(row: Row): store.NewCity[] {
  const [ref, name] = [say(row, 'Ref'), say(row, 'Description')];
  if (!ref || !name) return [];
  const area = [say(row, 'AreaDescription') && `${say(row, 'AreaDescription')} обл.`, say(row, 'RegionsDescription')];
  return [
    {
      ref,
      name,
      area: area.filter(Boolean).join(', '),
      kind: say(row, 'SettlementTypeDescription'),
      key: townKey(name),
    },
  ];
}

const isNo = (value: unknown): boolean =>
  value === undefined || value === '' || value === 0 || value === '0' || value === false;

/** Closed ones, and those where nothing can be sent to, are left out. */
function asBranch(row: Row): Branch[] {
  const [ref, city_ref, status] = [say(row, 'Ref'), say(row, 'CityRef'), say(row, 'WarehouseStatus')];
  if (!ref || !city_ref || (status && status !== 'Working') || !isNo(row.DenyToSelect)) return [];
  const [total, place] = [Number(row.TotalMaxWeightAllowed) || 0, Number(row.PlaceMaxWeightAllowed) || 0];
  return [
    {
      ...{
        ref,
        city_ref,
        number: Number(row.Number) || 0,
        name: say(row, 'Description'),
        address: say(row, 'ShortAddress'),
      },
      kind: say(row, 'CategoryOfWarehouse') === 'Postomat' ? 'locker' : 'branch',
      max_weight: Math.trunc(total || place),
    },
  ];
}

export async function listCities(tx: Tx, { q, ref }: { q: string; ref?: string | undefined }): Promise<City[]> {
  if (ref) return [await store.readCity(tx, ref)].flatMap((one) => one ?? []);
  const key = townKey(q);
  return key === '' ? store.largestCities(tx) : store.findCities(tx, key);
}

export async function listBranches(
  tx: Tx,
  {
    q,
    ref,
    city,
    kind,
    weight,
  }: {
    q: string;
    ref?: string | undefined;
    city: string;
    kind?: Branch['kind'] | undefined;
    weight?: number | undefined;
  },
): Promise<Branch[]> {
  if (ref) return [await store.readBranch(tx, ref)].flatMap((one) => (one && one.city_ref === city ? one : []));
  return store.findBranches(tx, { city, ...branchAsked(q), kind, weight });
}

/** What is meant by a town and an address that were written by hand, where it can be only one; nulls where not. */
export async function guessPlace(
  tx: Tx,
  town: string,
  address: string,
): Promise<{ city: City | null; branch: Branch | null }> {
  const [first = ''] = address.split(',');
  const cities = await store.citiesNamed(tx, townKey(town || first));
  const [city] = cities;
  if (!city || cities.length > 1) return { city: null, branch: null };
  return { city, branch: await guessBranch(tx, city.ref, town ? address : address.slice(first.length)) };
}

/** The branch of this town that an address names by its number; null: none is named, or it is not there. */
export async function guessBranch(tx: Tx, city: string, address: string): Promise<Branch | null> {
  const { number } = branchMeant(address);
  if (number === null) return null;
  const kind = /поштомат/i.test(address) ? 'locker' : 'branch';
  const found = await store.findBranches(tx, { city, number, words: [], kind });
  return found.find((one) => one.number === number) ?? null;
}
