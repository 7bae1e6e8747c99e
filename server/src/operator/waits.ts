import { hook } from '@lanka/domain/kit/hooks';
import type { readOverview } from '@lanka/domain/operator/contract';
import type { z } from 'zod';
import type { StaffScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';

type Waits = Pick<z.infer<typeof readOverview.returns>, 'asked_verifications' | 'new_complaints'>;

/** What waits for the operator in slices above. */
export const operatorWaits = hook<(tx: Tx, scope: StaffScope) => Promise<Partial<Waits>>>('operator.waits');

export const NOTHING_WAITS: Waits = { asked_verifications: 0, new_complaints: 0 };
