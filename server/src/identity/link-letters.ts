import type { Tx } from '../kit/db/db';
import { job } from '../kit/jobs/jobs';
import type { Services } from '../kit/services';
import { work } from '../kit/slice';
import { resendConfirmation } from './account/sign-up';
import { sendPasswordLink } from './links';

interface AskedLink {
  readonly kind: 'password' | 'confirmation';
  readonly email: string;
  readonly return_to?: string | undefined;
}

const linkLetter = job<AskedLink>('identity.link_letter');

/**
 * Who asks for a link is answered before it is known whether somebody has that e-mail: the answer does the same work
 * either way, so its time tells nothing. The letter, if there is one, is written by the job.
 */
export const askForLink = (tx: Tx, app: Services, asked: AskedLink): Promise<void> =>
  app.jobs.send(tx, linkLetter, asked);

export const writeLinkLetter = (app: Services, { kind, ...asked }: AskedLink): Promise<void> =>
  app.db.transaction({}, (tx) =>
    kind === 'password' ? sendPasswordLink(tx, app, asked.email) : resendConfirmation(tx, app, asked),
  );

export const linkLetters = work(linkLetter, writeLinkLetter);
