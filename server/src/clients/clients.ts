import {
  type Client,
  type ClientByPhone,
  type CreateClientBody,
  clientErrors,
  SHOWN_ORDERS,
  type UpdateClientBody,
} from '@lanka/domain/clients/contract';
import { type KnownClient, MAX_OTHER_PHONES } from '@lanka/domain/clients/import';
import { firstDouble, merged } from '@lanka/domain/clients/rules';
import type { Locale } from '@lanka/domain/kit/errors';
import type { Tx } from '../kit/db/db';
import { refuseStale } from '../kit/http/stale';
import * as store from './clients.store';
import type { Owner } from './owner.store';

/** @throws clients.not_found, also for what is another owner's */
export async function readClient(tx: Tx, owner: Owner, id: string): Promise<Client> {
  const client = await store.findClient(tx, owner, id);
  if (!client) throw clientErrors.not_found();
  const phones = [client.phone, ...client.other_phones];
  const { orders, last_delivery } = await store.ordersOfPhones(tx, owner, phones, SHOWN_ORDERS);
  return { ...client, orders, last_delivery };
}

export async function clientByPhone(tx: Tx, owner: Owner, phone: string): Promise<ClientByPhone> {
  const holder = await store.holderOf(tx, owner, phone);
  const all = holder?.phones ?? [phone];
  const { last_name, last_delivery } = await store.ordersOfPhones(tx, owner, all, SHOWN_ORDERS);
  const refusals_count = await store.countRefusals(tx, owner, all);
  if (!holder) return { client: null, last_name, last_delivery, refusals_count };
  const { phones: _, ...client } = holder;
  return { client, last_name, last_delivery, refusals_count };
}

const pathOf = (place: number): string => (place === 0 ? 'phone' : 'other_phones');

function refuseDouble(phones: readonly string[]): void {
  const at = firstDouble(phones);
  if (at !== null) throw clientErrors.phone_twice({ path: pathOf(at) });
}

/** @throws clients.phone_taken, which names who has it */
async function refuseTaken(tx: Tx, owner: Owner, locale: Locale, phones: readonly string[], taken: readonly string[]) {
  const [first] = taken;
  if (first === undefined) return;
  const holder = await store.holderOf(tx, owner, first);
  const about = { phone: `+${first}`, name: holder?.name ?? '' };
  const { code, text } = clientErrors.phone_taken;
  const message = text[locale].replace('{phone}', about.phone).replace('{name}', about.name);
  const path = pathOf(phones.indexOf(first));
  throw clientErrors.phone_taken({ ...about, path, code, message, client_id: holder?.id ?? null });
}

export async function createClient(tx: Tx, owner: Owner, locale: Locale, body: CreateClientBody): Promise<Client> {
  const { name, phone, other_phones = [], email = null, discount = 0, comment = '' } = body;
  const phones = [phone, ...other_phones];
  refuseDouble(phones);
  const { ids, taken } = await store.insertClients(tx, owner, [{ name, phones, email, discount, comment }]);
  await refuseTaken(tx, owner, locale, phones, taken);
  return readClient(tx, owner, ids[0] ?? '');
}

export async function updateClient(
  tx: Tx,
  owner: Owner,
  locale: Locale,
  id: string,
  { phone, other_phones, ...changes }: UpdateClientBody,
  ifMatch: number | undefined,
): Promise<Client> {
  const locked = await store.lockClients(tx, owner, [id]);
  const [known] = locked;
  if (!known) throw clientErrors.not_found();
  await refuseStale(ifMatch, known.version, () => readClient(tx, owner, id));
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const [main = '', ...others] = known.phones;
  const phones = [phone ?? main, ...(other_phones ?? others)];
  refuseDouble(phones);
  const taken = await store.saveClients(tx, owner, locked, [{ ...known, ...given, phones } as KnownClient]);
  await refuseTaken(tx, owner, locale, phones, taken);
  return readClient(tx, owner, id);
}

/** Takes another client into this one. Both are locked, so that of two merges at once the second sees what is left. */
export async function mergeClients(tx: Tx, owner: Owner, id: string, from: string): Promise<Client> {
  if (id === from) throw clientErrors.merge_itself({ path: 'client_id' });
  const locked = await store.lockClients(tx, owner, [id, from]);
  const into = locked.find((one) => one.id === id);
  const other = locked.find((one) => one.id === from);
  if (!into) throw clientErrors.not_found();
  if (!other) throw clientErrors.merge_unknown({ path: 'client_id' });
  const together = merged(into, other);
  if (!together) throw clientErrors.too_many_phones({ path: 'client_id', allowed: MAX_OTHER_PHONES + 1 });
  await store.deleteClient(tx, owner, from);
  await store.saveClients(tx, owner, locked, [{ ...together, id }]);
  return readClient(tx, owner, id);
}
