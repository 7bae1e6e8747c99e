import { acceptInvitation, createPaymentDetails, createProject, inviteUser } from '@lanka/domain/projects/contract';
import type { ProductState } from '../catalog';
import type { StoredImage } from '../files';
import { hashPassword, insertSession, setPasswordHash, updateUser, upsertUser } from '../identity';
import type { Tx } from '../kit/db/db';
import { hashSecret, newId, newSecret } from '../kit/db/ids';
import type { Served } from '../kit/http/serve';
import type { Letter } from '../kit/mail/letter-design';
import { keepLetter } from '../kit/mail/mail';
import type { Services } from '../kit/services';
import { type Caller, openCaller, type Person } from './caller';
import type { Mark, Settled } from './demo.store';
import { type Random, seeded } from './random';
import { PASSWORD } from './sign-ins';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** 10 or 11 in the morning of Kyiv, so many days ago (1 or more): always in the past. */
export const morning = (now: number, daysAgo: number): number =>
  Math.floor((now - daysAgo * DAY) / DAY) * DAY + 8 * HOUR;

/** What a product has been given, and does not show yet. */
export interface Unhung {
  readonly person: Person;
  readonly project_id: string;
  readonly product: ProductState;
  readonly colours: readonly string[];
  /** One of each colour. */
  readonly pictures: readonly Promise<StoredImage>[];
}

/** Where the demo is played: who calls what, by which clock. */
export interface Stage {
  readonly app: Services;
  readonly tx: Tx;
  readonly call: Caller['call'];
  readonly scope: Caller['scope'];
  readonly random: Random;
  /** The real present; the story ends here. */
  readonly now: number;
  readonly marks: Mark[];
  readonly processed: Settled[];
  /** Pictures that are being stored; files know no transaction, so a failed load has to take them away. */
  readonly under_way: readonly Promise<StoredImage>[];
  /** Pictures that are being made, and what they are for (`hangPictures`). */
  readonly unhung: Unhung[];
  /** A picture that is made beside the story: one after another, the other processors are for the story itself. */
  stores(make: () => Promise<StoredImage>): Promise<StoredImage>;
  /** Throws when a picture could not be stored: the story need not be told to its end. */
  stillStores(): void;
  /** What happens from here on, happened at this moment. Moments must not go back. */
  at(time: number): void;
  /** The secret in the last letter to this address. */
  secretFor(email: string): string;
}

export function openStage(real: Services, served: readonly Served[], tx: Tx): Stage {
  const secrets = new Map<string, string>();
  const keep = async (inside: Tx, letter: Letter): Promise<true> => {
    const secret = letter.button && new URL(letter.button.url).searchParams.get('token');
    if (secret) secrets.set(letter.to, secret);
    await keepLetter(inside, letter, real.config);
    return true;
  };
  const post = async (inside: Tx, letter: Letter): Promise<void> => void (await keep(inside, letter));
  const app: Services = { ...real, mail: { kept: true, post, postWithinCaps: keep } };
  const marks: Mark[] = [];
  const under_way: Promise<StoredImage>[] = [];
  let lost: { readonly reason: unknown } | undefined;
  return {
    app,
    tx,
    ...openCaller(app, served, tx),
    random: seeded(20_260),
    now: Date.now(),
    marks,
    processed: [],
    under_way,
    unhung: [],
    stores(make) {
      const picture = (under_way.at(-1) ?? Promise.resolve()).then(make, make);
      under_way.push(picture);
      picture.catch((reason: unknown) => (lost ??= { reason }));
      return picture;
    },
    stillStores() {
      if (lost) throw lost.reason;
    },
    at(time) {
      marks.push({ id: newId(), at: new Date(time) });
    },
    secretFor(email) {
      const secret = secrets.get(email);
      if (!secret) throw new Error(`no letter went to ${email}`);
      return secret;
    },
  };
}

/** Tells the story; when it fails, the pictures that were stored for it go with it. */
export async function orTakeAway(stage: Stage, tell: () => Promise<void>): Promise<void> {
  try {
    await tell();
  } catch (error) {
    const stored = await Promise.allSettled(stage.under_way);
    for (const one of stored) {
      if (one.status === 'rejected') continue;
      await stage.app.storage.remove(one.value.file_name);
      await stage.app.storage.remove(one.value.thumbnail);
    }
    throw error;
  }
}

let passwordHash: Promise<string> | undefined;

/** A person who can sign in, with a session for as long as the demo is being made. */
export async function enter(stage: Stage, email: string, name: string, phone?: string): Promise<Person> {
  passwordHash ??= hashPassword(PASSWORD);
  const { id } = await upsertUser(stage.tx, email, name);
  await setPasswordHash(stage.tx, id, await passwordHash);
  const session_id = await insertSession(stage.tx, {
    user_id: id,
    refresh_hash: hashSecret(newSecret()),
    agent: 'demo',
    address: '127.0.0.1',
    expires_at: new Date(stage.now + HOUR).toISOString(),
  });
  if (phone) {
    const scope = await stage.scope({ user_id: id, session_id }, 'user', '');
    await updateUser(stage.tx, scope, { phone_number: phone });
  }
  return { user_id: id, session_id };
}

export async function openProject(
  stage: Stage,
  owner: Person,
  fields: {
    legal_type: 'ФОП' | 'ТОВ';
    legal_name: string;
    contact_person: string;
    edropoy_code: string;
    title: string;
    category: 'Одяг' | 'Взуття та аксесуари';
  },
  ibans: readonly string[],
): Promise<string> {
  const { id } = await stage.call(owner, createProject, { body: { project: fields } });
  for (const [nth, account_number] of ibans.entries()) {
    await stage.call(owner, createPaymentDetails, {
      params: { project_id: id },
      body: {
        recipient_name: fields.legal_name,
        account_number,
        edrpou: fields.edropoy_code,
        mfo: account_number.slice(4, 10),
        bank_name: nth === 0 ? 'АТ КБ «ПриватБанк»' : 'АТ «УНІВЕРСАЛ БАНК»',
        comment: nth === 0 ? 'Для оплати замовлень' : 'Резервний рахунок',
        main: nth === 0,
      },
    });
  }
  return id;
}

export async function hire(
  stage: Stage,
  owner: Person,
  project_id: string,
  email: string,
  role: 'Administrator' | 'Manager' | 'Stockman' | 'Producer',
): Promise<void> {
  await stage.call(owner, inviteUser, { params: { project_id }, body: { email, role } });
  await stage.call(null, acceptInvitation, { params: { token: stage.secretFor(email) } });
}
