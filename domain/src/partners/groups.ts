import { z } from 'zod';
import { errors } from '../kit/errors';
import { Id, Instant, requiredText, Version } from '../kit/ids';
import { Percent } from '../kit/money';
import { InProject, OneInProject, route } from '../kit/route';
import { priceLevelErrors } from '../price_levels/contract';
import { partnerErrors } from './contract';
import { MAX_GROUP_NAME, MAX_GROUPED, MAX_GROUPS } from './group_terms';

export const groupErrors = errors('counterparty_groups', {
  not_found: { status: 404, ua: 'Такої групи контрагентів немає', en: 'No such group of counterparties' },
  unknown: {
    status: 422,
    ua: 'Такої групи контрагентів у проєкті немає, або її архівовано',
    en: 'The project has no such group of counterparties, or it is archived',
  },
  taken: { status: 409, ua: 'Група «{name}» уже є', en: 'There is a group “{name}” already' },
  full: {
    status: 409,
    ua: `Уже є ${MAX_GROUPS} груп разом з архівованими, більше додати не можна. Перейменуйте непотрібну`,
    en: `There are ${MAX_GROUPS} groups with the archived ones, which is as many as there may be. Rename one that is not needed`,
  },
});

/** Counterparties that a supplier looks at and agrees terms with together; only his own people see it. */
export const CounterpartyGroup = z.object({
  id: Id,
  name: z.string(),
  /** Its place among the groups, from 0. */
  position: z.int(),
  /** Holds for those of its counterparties who have none of their own; 0: it gives none. */
  discount: Percent,
  price_level_id: Id.nullable(),
  price_level_name: z.string().nullable(),
  /** It is not offered any more, and what it gave does not hold. */
  archived: z.boolean(),
  counterparties_count: z.int(),
  version: Version,
  updated_at: Instant,
});
export type CounterpartyGroup = z.infer<typeof CounterpartyGroup>;

const Name = requiredText(MAX_GROUP_NAME).transform((text) => text.replace(/\s+/g, ' '));

export const CreateGroupBody = z.object({
  name: Name,
  discount: Percent.optional(),
  price_level_id: Id.nullable().optional(),
});
export type CreateGroupBody = z.infer<typeof CreateGroupBody>;

export const UpdateGroupBody = CreateGroupBody.partial().extend({
  position: z
    .int()
    .min(0)
    .max(MAX_GROUPS - 1)
    .optional(),
  archived: z.boolean().optional(),
});
export type UpdateGroupBody = z.infer<typeof UpdateGroupBody>;

export const GroupIds = z.array(Id).max(MAX_GROUPS);

const changes = ['counterparty_group', 'counterparty', 'user', 'supplier'];

export const listGroups = route({
  method: 'GET',
  path: 'projects/:project_id/counterparty_groups',
  summary: 'Groups of counterparties in their order, the archived ones too',
  auth: 'counterparties.read',
  api: 'counterparties.read',
  shows: ['counterparty'],
  params: InProject,
  returns: z.object({ items: z.array(CounterpartyGroup) }),
});

export const createGroup = route({
  method: 'POST',
  path: 'projects/:project_id/counterparty_groups',
  summary: 'Add a group behind the others',
  auth: 'counterparties.groups',
  changes,
  params: InProject,
  status: 201,
  body: CreateGroupBody,
  returns: CounterpartyGroup,
  errors: [groupErrors.taken, groupErrors.full, priceLevelErrors.unknown],
});

export const updateGroup = route({
  method: 'PATCH',
  path: 'projects/:project_id/counterparty_groups/:id',
  summary:
    'Rename a group, move it among the others, archive it or bring it back, and say what it gives: orders that are ' +
    'priced already keep their prices',
  auth: 'counterparties.groups',
  changes,
  params: OneInProject,
  body: UpdateGroupBody,
  returns: CounterpartyGroup,
  errors: [groupErrors.not_found, groupErrors.taken, priceLevelErrors.unknown],
});

const someIds = (most: number) => z.array(Id).max(most).default([]);

export const RegroupBody = z.object({
  counterparty_ids: z.array(Id).min(1).max(MAX_GROUPED),
  add: someIds(MAX_GROUPS),
  remove: someIds(MAX_GROUPS),
});
export type RegroupBody = z.infer<typeof RegroupBody>;

export const regroupCounterparties = route({
  method: 'POST',
  path: 'projects/:project_id/counterparties/regroup',
  summary: 'Put counterparties into groups and take them out of others, with the terms that these give',
  auth: 'counterparties.edit',
  changes,
  params: InProject,
  body: RegroupBody,
  errors: [groupErrors.unknown, partnerErrors.unknown],
});
