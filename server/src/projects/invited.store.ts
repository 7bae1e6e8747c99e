import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Services } from '../kit/services';
import { listProjectIds } from './projects.store';
import { invitations } from './tables';

/**
 * Whether any project has an invitation that waits for this address: whoever has one may register. In a transaction
 * of its own, which alone sees into all projects.
 */
export async function isInvited(app: Services, email: string): Promise<boolean> {
  const projectIds = await app.db.transaction({ readOnly: true }, listProjectIds);
  return app.db.transaction({ readOnly: true, projectIds }, async (tx) => {
    const [found] = await tx
      .select({ id: invitations.id })
      .from(invitations)
      .where(and(eq(invitations.email, email), isNull(invitations.accepted_at), gt(invitations.expires_at, sql`now()`)))
      .limit(1);
    return found !== undefined;
  });
}
