import { createSource } from '@lanka/domain/feeds/sources';
import { createFeed } from '@lanka/domain/outfeeds/contract';
import { settleSource } from '../feeds';
import type { Person } from './caller';
import { AS_THEY_ARE } from './feeds';
import { HOUR, type Stage } from './stage';

interface Shop {
  readonly project_id: string;
  readonly owner: Person;
}

/**
 * Shoes of the neighbour, which a link to his feed brings daily: for the first time tomorrow, since nobody answers while
 * the demo is made, or at once by a press. They come unpublished, and dropshippers pay a fifth less than he recommends.
 */
export async function addSource(stage: Stage, { project_id, owner }: Shop, neighbour: Shop): Promise<void> {
  const feed = await stage.call(neighbour.owner, createFeed, {
    params: { project_id: neighbour.project_id },
    body: { ...AS_THEY_ARE, name: 'Для партнерів', format: 'prom' },
  });
  const made = await stage.call(owner, createSource, {
    params: { project_id },
    body: {
      ...{ name: 'Взуття Карпат', url: feed.address ?? '', every_hours: 24, vanished: 'hide' },
      ...{ active: false, discount: 2_000 },
    },
  });
  const next_at = new Date(stage.now + 20 * HOUR).toISOString();
  await settleSource(stage.tx, { project: { id: project_id } }, made.id, { active: true, next_at });
}
