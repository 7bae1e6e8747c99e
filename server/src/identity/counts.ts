import { accountErrors } from '@lanka/domain/identity/account';
import { DomainError } from '@lanka/domain/kit/errors';
import { counter } from '../kit/observe/meters';

const failures = counter('lanka_sign_in_failures_total', 'Refused sign-ins, by the code of the refusal', ['reason']);

/** The page asks for the code of the second factor next: nothing has failed. */
const STEP = accountErrors.otp_required().code;

/** Counts a refused sign-in, whether it is answered or thrown. */
export async function countingFailures<T>(signIn: () => Promise<T | DomainError>): Promise<T | DomainError> {
  const outcome = await signIn().catch((error: unknown) => {
    if (error instanceof DomainError && error.status < 500) failures.inc({ reason: error.code });
    throw error;
  });
  if (outcome instanceof DomainError && outcome.code !== STEP) failures.inc({ reason: outcome.code });
  return outcome;
}
