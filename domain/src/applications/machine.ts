import { type ApplicationStatus, applicationErrors } from './contract';
import { type Deed, SUPPLIER_DEEDS, type SupplierDeed } from './deeds';

/** `none`: this user never applied here. */
export type ApplicationState = ApplicationStatus | 'none';

/**
 * Where each deed leads; what has no entry is refused. A rejected one cannot apply again but can be invited; whoever is
 * unblocked waits for a decision anew (specification §4, domain.md).
 */
const MOVES = {
  apply: { none: 'pending', withdrawn: 'pending', approved: 'pending' },
  withdraw: { pending: 'withdrawn' },
  approve: { pending: 'approved' },
  reject: { pending: 'rejected' },
  /** The invitation is sent; the application waits for its answer as it is. */
  invite: { rejected: 'rejected' },
  block: { pending: 'blocked', approved: 'blocked', rejected: 'blocked' },
  unblock: { blocked: 'pending' },
} as const satisfies Record<Deed, Partial<Record<ApplicationState, ApplicationStatus>>>;

interface Facts {
  readonly state: ApplicationState;
  /** The applicant works with the supplier now, by this application or by an invitation. */
  readonly has_access: boolean;
}

/** Where the deed leads from here, or the error that says why not. */
export function planDeed({ state, has_access }: Facts, deed: Deed): ApplicationStatus {
  if (deed === 'apply') {
    // he is not told that there is such a supplier
    if (state === 'blocked') throw applicationErrors.supplier_not_found();
    if (has_access) throw applicationErrors.works_already();
    if (state === 'pending') throw applicationErrors.waits_already();
    if (state === 'rejected') throw applicationErrors.rejected_before();
  }
  if (deed === 'invite' && has_access) throw applicationErrors.works_already();
  const moves: Partial<Record<ApplicationState, ApplicationStatus>> = MOVES[deed];
  const to = moves[state];
  if (to === undefined) throw applicationErrors.decided();
  return to;
}

const isPossible = (facts: Facts, deed: Deed): boolean => {
  try {
    planDeed(facts, deed);
    return true;
  } catch {
    return false;
  }
};

/** What the supplier may do now: the buttons. */
export const supplierDeeds = (facts: Facts): SupplierDeed[] => SUPPLIER_DEEDS.filter((deed) => isPossible(facts, deed));

/** The deed by which an application comes into this state. */
export const deedTo = {
  approved: 'approve',
  rejected: 'reject',
  blocked: 'block',
  pending: 'unblock',
} as const satisfies Partial<Record<ApplicationStatus, SupplierDeed>>;
