import { z } from 'zod';
import { Id } from '../kit/ids';
import { EVERYBODY, Role } from '../kit/roles';
import { OneInProject, route } from '../kit/route';
import { CommentVisibility, orderErrors } from './contract';
import { canSeeComment } from './rules';

export const MAX_MENTIONS = 10;

/** How a person is written in the text of a comment that is sent; it is answered with his name. */
export const mentionOf = (id: string): string => `@[${id}]`;
const MENTION = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/g;

/** Who is mentioned in a text, each once. */
export const mentionedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, id]) => id ?? '')),
];

/** The text with names in the place of ids; an id of nobody known stays as it was written. */
export const withNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(MENTION, (written, id: string) => {
    const name = names.get(id);
    return name === undefined ? written : `@${name}`;
  });

/** Which roles see a comment of somebody else, so that they may be mentioned in it. */
export const rolesThatSee = (visibility: CommentVisibility): Role[] =>
  EVERYBODY.filter((role) => canSeeComment({ visibility, user_id: 'of somebody else' }, { id: '', role }));

export const MentionedPerson = z.object({ id: Id, name: z.string(), role: Role });
export type MentionedPerson = z.infer<typeof MentionedPerson>;

export const listMentionable = route({
  method: 'GET',
  path: 'projects/:project_id/orders/:id/people',
  summary: 'Who sees this order and a comment of this visibility, beside the asker: at most 200, by their names',
  auth: 'orders.comment',
  params: OneInProject,
  query: z.object({ visibility: CommentVisibility.default('all') }),
  returns: z.object({ items: z.array(MentionedPerson) }),
  errors: [orderErrors.not_found],
});
