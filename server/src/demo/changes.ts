import { changeLately, followChanges, queueUnknown } from '../catalog';
import { enterProjects } from '../projects';
import { takeChanged } from '../stock';
import type { Person } from './caller';
import type { Stage } from './stage';

const ALL = 10_000;

/** What the job of changes would have written down by now, and what the dropshipper finds since yesterday. */
export async function addChanges(stage: Stage, dropshipper: Person, projects: readonly string[]): Promise<void> {
  for (const id of projects) {
    await enterProjects(stage.tx, [id]);
    await queueUnknown(stage.tx, id);
    await followChanges(stage.tx, stage.app, id, await takeChanged(stage.tx, { project: { id } }, ALL));
    await changeLately(stage.tx, id, dropshipper.user_id);
  }
}
