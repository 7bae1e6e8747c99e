import { type CommentVisibility, type OrderComment, orderErrors } from '@lanka/domain/orders/contract';
import { MAX_MENTIONS, mentionedIn, withNames } from '@lanka/domain/orders/mentions';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { letterKind } from '../kit/mail/letters';
import { noticeKind } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import { insertMentions, readMentionable } from './mentions.store';
import { insertComment } from './notes.store';
import { tellCommented } from './notices';
import { readOrderRecord } from './orders.store';

interface Facts {
  readonly project: string;
  readonly number: string;
  readonly who: string;
  readonly said: string;
}

const MENTIONED = letterKind<Facts>('orders.mentioned', {
  sample: { project: 'Текстиль-Плюс', number: '128', who: 'Марія Ткач', said: '@Олег, перевірте адресу доставки.' },
  ua: ({ project, number, who, said }) => ({
    subject: `Вас згадали в замовленні № ${number}`,
    paragraphs: ['Вітаємо.', `${who} згадує вас у коментарі до замовлення № ${number} проєкту «${project}»:`, said],
    button: 'Відкрити замовлення',
  }),
  en: ({ project, number, who, said }) => ({
    subject: `You were mentioned in the order № ${number}`,
    paragraphs: [
      'Hello.',
      `${who} mentions you in a comment on the order № ${number} of the project “${project}”:`,
      said,
    ],
    button: 'Open the order',
  }),
});

export const mentioned = noticeKind<Facts & { readonly id: string }>('orders.mentioned', {
  ...{ area: 'comments', reaches: ['named'], mail: 'now' },
  sample: { ...MENTIONED.sample, id: '01890a5d-ac96-774b-bcce-b302099a8057' },
  ua: ({ number, who, said }) => ({ title: `Вас згадали в замовленні № ${number}`, text: `${who}: ${said}` }),
  en: ({ number, who, said }) => ({ title: `You were mentioned in the order № ${number}`, text: `${who}: ${said}` }),
  path: ({ id }) => `/cp/orders/${id}`,
  letter: (addressee, facts, url) => MENTIONED.to(addressee, facts, url),
});

/** Adds a comment. Whoever it mentions has to see it, and is told of it. */
export async function addComment(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  id: string,
  { text, visibility }: { readonly text: string; readonly visibility: CommentVisibility },
): Promise<OrderComment> {
  const order = await readOrderRecord(tx, scope, id);
  if (!order) throw orderErrors.not_found();
  const asked = mentionedIn(text);
  if (asked.length > MAX_MENTIONS) throw orderErrors.too_many_mentions({ path: 'text', allowed: MAX_MENTIONS });
  const people = asked.length === 0 ? [] : await readMentionable(tx, scope, order, visibility, asked);
  if (people.length < asked.length) throw orderErrors.cannot_mention({ path: 'text' });
  const made = await insertComment(tx, scope, id, { text, visibility });
  await insertMentions(tx, scope, id, made.id, people);
  const said = withNames(text, new Map(people.map((person) => [person.id, person.name])));
  if (visibility === 'all') await tellCommented(tx, app, scope, order, said);
  for (const person of people) {
    const facts = {
      project: scope.project.title,
      number: `${order.prefix}${order.number}`,
      who: scope.user.name,
      said,
    };
    await app.notices.tell(tx, scope, mentioned, { user_id: person.id }, { ...facts, id });
  }
  return { ...made, text: said, mentions: people.map((person) => ({ id: person.id, name: person.name })) };
}
