import type { ChangeKindName } from '@lanka/domain/kit/change_kinds';
import type { Hooks } from '@lanka/domain/kit/hooks';
import type { ProjectScope } from '../auth/scope';
import type { Tx } from '../db/db';

/**
 * How a slice tells of its own that changed: by ids, those that this asker may see, as he may see them. What is missing
 * in the answer is gone, or never was his to see.
 */
export interface ChangeKind {
  readonly kind: ChangeKindName;
  read(
    tx: Tx,
    app: { readonly hooks: Hooks },
    scope: ProjectScope,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, object>>;
}
