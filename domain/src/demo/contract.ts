import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant } from '../kit/ids';
import { listQuery, page } from '../kit/lists';
import { route } from '../kit/route';

export const demoErrors = errors('demo', {
  no_outbox: {
    status: 404,
    ua: 'Листи можна читати лише на демонстраційних даних без поштового сервера',
    en: 'Letters can be read only on demo data without a mail server',
  },
  no_letters: {
    status: 404,
    ua: 'Зразки листів видно лише на демонстраційних даних',
    en: 'Samples of letters can be seen only on demo data',
  },
  no_mail: { status: 404, ua: 'Листа не знайдено', en: 'No such letter' },
});

/** Who may be tried on the demo data. The passwords are public, so they are shown only there. */
export const DemoSignIn = z.object({
  email: z.string(),
  password: z.string(),
  name: z.string(),
  role: z.enum(['supplier', 'manager', 'dropshipper', 'operator']),
});
export type DemoSignIn = z.infer<typeof DemoSignIn>;

export const Demo = z.object({
  demo: z.boolean(),
  /** Letters are not sent but can be read here. */
  outbox: z.boolean(),
  sign_ins: z.array(DemoSignIn).optional(),
});
export type Demo = z.infer<typeof Demo>;

export const readDemo = route({
  method: 'GET',
  path: 'demo',
  duringMaintenance: true,
  summary: 'Whether the data are the demo’s; if so, who may sign in to try it',
  auth: 'public',
  returns: Demo,
});

export const DemoMailRow = z.object({
  id: Id,
  recipient: z.string(),
  subject: z.string(),
  created_at: Instant,
});
export type DemoMailRow = z.infer<typeof DemoMailRow>;

/** Plain text: paragraphs parted by an empty line; a button is its label, a colon and the address. */
export const DemoMail = DemoMailRow.extend({ plain: z.string() });
export type DemoMail = z.infer<typeof DemoMail>;

export const listDemoMails = route({
  method: 'GET',
  path: 'demo/mails',
  summary: 'Letters of the demo, newest first; only on demo data without a mail server',
  auth: 'public',
  query: listQuery(['-created_at'], {}),
  returns: page(DemoMailRow),
  errors: [demoErrors.no_outbox],
});

export const readDemoMail = route({
  method: 'GET',
  path: 'demo/mails/:id',
  summary: 'One letter of the demo',
  auth: 'public',
  params: z.object({ id: z.uuid() }),
  returns: DemoMail,
  errors: [demoErrors.no_outbox, demoErrors.no_mail],
});

/** A letter as it is sent: both of its parts. */
export const LetterSample = z.object({ subject: z.string(), html: z.string(), plain: z.string() });

/** A kind of letter, `<slice>.<what>`, with made-up facts. */
export const LetterKindSample = z.object({ name: z.string(), ua: LetterSample, en: LetterSample });
export type LetterKindSample = z.infer<typeof LetterKindSample>;

export const listLetterKinds = route({
  method: 'GET',
  path: 'demo/letters',
  summary: 'Every kind of letter that the product sends, in both languages; only on demo data',
  auth: 'public',
  returns: z.object({ items: z.array(LetterKindSample) }),
  errors: [demoErrors.no_letters],
});

export const demoRoutes = { readDemo, listDemoMails, readDemoMail, listLetterKinds };
