import type { Services } from '../kit/services';
import { serviceOf } from './client';

/** A simulator of this computer, and never the real service. */
export const isPlayed = ({ config }: Pick<Services, 'config'>): boolean =>
  /^http:\/\/127\.0\.0\.1:/.test(config.services.checkbox);

/** After how many looks the simulator lets what it works at move; on its page the same. */
export async function playSteps(app: Services, count: number): Promise<void> {
  const { origin } = new URL(app.config.services.checkbox);
  const answer = await serviceOf(app).call(`${origin}/control/checkbox/actions/steps`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ count: `${count}` }) },
  });
  answer.body.destroy();
  if (answer.status !== 200) throw new Error(`the simulator answers ${answer.status}`);
}
