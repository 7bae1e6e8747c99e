import type { Role } from '../kit/roles';
import { type ApplicationStatus, applicationErrors, type SupplierTerms } from './contract';
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

/** Access of staff is given and ended in the list of users. */
const LETS_IN_OR_OUT: ReadonlySet<Deed> = new Set(['approve', 'invite', 'block']);

interface Facts {
  readonly state: ApplicationState;
  /** What the applicant is in the supplier's project now, by this application or by an invitation. */
  readonly role: Role | null;
}

const isStaff = ({ role }: Facts): boolean => role !== null && role !== 'Client';

/** Whether somebody may apply, or why not; whoever was handed a link is invited, so he needs no plan. */
export function mayApply(facts: Facts, needsPlan: boolean): SupplierTerms['may'] {
  if (isStaff(facts)) return 'own_project';
  if (facts.role !== null) return 'works_already';
  if (facts.state === 'pending') return 'waits_already';
  if (facts.state === 'rejected') return 'rejected_before';
  return needsPlan ? 'plan_required' : 'apply';
}

/** Where the deed leads from here, or the error that says why not. */
export function planDeed(facts: Facts, deed: Deed): ApplicationStatus {
  const { state, role } = facts;
  if (deed === 'apply') {
    // he is not told that there is such a supplier
    if (state === 'blocked') throw applicationErrors.supplier_not_found();
    const may = mayApply(facts, false);
    if (may !== 'apply') throw applicationErrors[may]();
  }
  if (deed === 'invite' && role === 'Client') throw applicationErrors.works_already();
  if (LETS_IN_OR_OUT.has(deed) && isStaff(facts)) throw applicationErrors.is_staff();
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
