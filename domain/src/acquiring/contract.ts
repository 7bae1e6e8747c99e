import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant, requiredText } from '../kit/ids';
import { Kopecks } from '../kit/money';
import { InProject, route } from '../kit/route';

/** Payments by card through the acquiring of monobank (decision 0123). */

export const acquiringErrors = errors('acquiring', {
  not_connected: {
    status: 409,
    ua: 'Оплату карткою не підключено',
    en: 'Payments by card are not connected',
  },
  token_wrong: {
    status: 422,
    ua: 'Банк не приймає цей токен еквайрингу. Перевірте, чи його скопійовано повністю й чи його не відкликано',
    en: 'The bank does not take this token of acquiring. Check that all of it was copied and that it was not revoked',
  },
  unavailable: {
    status: 503,
    ua: 'Банк зараз не відповідає. Гроші не списано, спробуйте за хвилину',
    en: 'The bank does not answer at the moment. No money was taken, try again in a minute',
  },
  refused: { status: 422, ua: 'Банк відмовив: {said}', en: 'The bank refused: {said}' },
  not_found: { status: 404, ua: 'Оплату карткою не знайдено', en: 'No such payment by card' },
  under_way: {
    status: 409,
    ua: 'Попередня оплата ще обробляється. Зачекайте хвилину, перш ніж платити знову',
    en: 'The payment before is still under way. Wait a minute before you pay again',
  },
  bad_signature: {
    status: 403,
    ua: 'Підпис не належить банку',
    en: 'The signature is not that of the bank',
  },
  not_paid: {
    status: 409,
    ua: 'Повернути можна лише те, що оплачено',
    en: 'Only what was paid can be refunded',
  },
  refund_under_way: {
    status: 409,
    ua: 'Попереднє повернення ще обробляється',
    en: 'The refund before is still under way',
  },
  no_problem: {
    status: 409,
    ua: 'Ця оплата вже не потребує уваги',
    en: 'This payment needs no look any more',
  },
  posts_itself: {
    status: 409,
    ua: 'Кошти вже на картці, а з балансу їх ще не знято. Усуньте причину: далі це станеться саме, за годину або кнопкою «Спробувати зараз»',
    en: 'The money is on the card, but not taken off the balance yet. Mend the cause: it then happens by itself, within an hour or by “Try now”',
  },
  refund_too_much: {
    status: 422,
    ua: 'Повернути можна до {allowed}',
    en: 'At most {allowed} can be refunded',
  },
});

/** The least that a card is charged, 1 ₴: the bank takes no less. */
export const LEAST = 100;

/**
 * `open`: the page of the bank waits; `processing`: the payer has entered his card; `failed`: declined, and the same page
 * may be tried again; `expired`: nobody has paid in time; `canceled`: another page has taken its place. Whatever it was,
 * it is `paid` as soon as the bank says that the money was taken, and stays so when it is refunded.
 */
export const CardPaymentState = z.enum(['open', 'processing', 'paid', 'failed', 'expired', 'canceled']);
export type CardPaymentState = z.infer<typeof CardPaymentState>;

/** What a person has to look at. */
export const CardPaymentProblem = z.enum([
  /** The bank has taken another sum or currency than was asked for: it is not posted. */
  'amount',
  /** The bank tells of a payment that it told was paid that it is not. */
  'contradiction',
  /** The bank does not refund it. */
  'refund_refused',
  /** The money came, but what it was for does not take it. */
  'not_posted',
  /** The money went back to the card, but what it was for does not give it up. */
  'refund_not_posted',
  /** The bank does not know it by the token of today: another one has made it. */
  'other_token',
]);
export type CardPaymentProblem = z.infer<typeof CardPaymentProblem>;

export const CardPayment = z.object({
  id: Id,
  amount: Kopecks,
  state: CardPaymentState,
  /** Of the amount, what went back to the card. */
  refunded: Kopecks,
  /** What is to have gone back when all that was asked for is done. */
  refund_wanted: Kopecks,
  /** The page of the bank; null when it can be used no more. */
  page_url: z.string().nullable(),
  expires_at: Instant,
  paid_at: Instant.nullable(),
  /** As the bank shows it: `444403******1902`. */
  card: z.string(),
  /** Why the bank has declined it, in its words. */
  failure: z.string(),
  problem: CardPaymentProblem.nullable(),
  /** When a person has said that its last problem is dealt with. */
  resolved_at: Instant.nullable(),
  created_at: Instant,
});
export type CardPayment = z.infer<typeof CardPayment>;

export const Acquiring = z.object({
  connected: z.boolean(),
  /** In whose name the bank knows the token. */
  merchant_name: z.string(),
  merchant_code: z.string(),
  connected_at: Instant.nullable(),
  /** The bank has refused the token since. */
  is_refused: z.boolean(),
  /** 0 where nothing is connected. */
  version: z.int(),
});
export type Acquiring = z.infer<typeof Acquiring>;

const acquiring = 'projects/:project_id/acquiring';

export const readAcquiring = route({
  method: 'GET',
  path: acquiring,
  summary: 'Whether the project takes payments by card',
  auth: 'acquiring.read',
  params: InProject,
  returns: Acquiring,
});

export const ConnectAcquiringBody = z.object({ token: requiredText(200) });
export type ConnectAcquiringBody = z.infer<typeof ConnectAcquiringBody>;

export const connectAcquiring = route({
  method: 'PUT',
  path: acquiring,
  summary: 'Connect the acquiring of monobank by its token; it is tried at once',
  auth: 'acquiring.connect',
  changes: ['acquiring', 'integration'],
  answers: readAcquiring,
  params: InProject,
  body: ConnectAcquiringBody,
  returns: Acquiring,
  errors: [acquiringErrors.token_wrong, acquiringErrors.unavailable, acquiringErrors.refused],
});

export const disconnectAcquiring = route({
  method: 'DELETE',
  path: acquiring,
  summary: 'Forget the token. Payments that were made stay; open pages of the bank are not known of any more',
  auth: 'acquiring.connect',
  changes: ['acquiring', 'integration'],
  whileRestricted: true,
  params: InProject,
  errors: [acquiringErrors.not_connected],
});

export const hearCardPayment = route({
  method: 'POST',
  path: 'acquiring/hooks/:project_id/:id',
  summary: 'Where the bank tells how a payment by card is, signed by its key',
  auth: 'public',
  params: z.object({ project_id: Id, id: Id }),
  signedBody: true,
  status: 200,
  returns: z.object({ ok: z.literal(true) }),
  limitPerMinute: 600,
  errors: [acquiringErrors.not_found, acquiringErrors.bad_signature],
});
