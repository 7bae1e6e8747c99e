import { type CommentVisibility, type OrderComment, orderErrors } from '@lanka/domain/orders/contract';
import { MAX_MENTIONS, mentionedIn, withNames } from '@lanka/domain/orders/mentions';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { fromProject } from '../kit/mail/caps';
import { letterKind } from '../kit/mail/letters';
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

/**
 * Adds a comment. Whoever it mentions has to see it; he gets a letter, unless the project has written to him often enough
 * today: the comment is there all the same.
 */
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
    const at = person.role === 'Client' ? `?project=${scope.project.id}` : '';
    const url = `${app.config.publicUrl}/cp/orders/${id}${at}`;
    await app.mail.postWithinCaps(tx, MENTIONED.to(person, facts, url), fromProject(scope.project.id, person.email));
  }
  return { ...made, text: said, mentions: people.map((person) => ({ id: person.id, name: person.name })) };
}
