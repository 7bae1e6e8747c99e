/** The wizard as a machine (specification §2.5, §4 Onboarding): pure, so that its table can be tested. */
import {
  Audience,
  DROPSHIPPER_PLANS,
  DropshipperPlan,
  isFor,
  MANUFACTURER_PLANS,
  ManufacturerPlan,
} from '@lanka/domain/kit/plans';

export type Path = Audience;

/** Step 0 chooses the role; these follow, and the final screen after them. */
export const STEPS = {
  manufacturer: ['welcome', 'legal', 'advertising', 'plan'],
  dropshipper: ['company', 'placement', 'advertising', 'plan'],
} as const satisfies Record<Path, readonly string[]>;

/** Specification §9, Onboarding total steps. */
export const TOTAL_STEPS = 4;
export const FINAL_STEP = TOTAL_STEPS + 1;

export type StepName = 'role' | (typeof STEPS)[Path][number] | 'final';

export interface Place {
  readonly path: Path;
  readonly step: number;
}

/** From the address: path manufacturer and step 0 unless it says otherwise. */
export function placeOf(search: URLSearchParams): Place {
  const path = Audience.safeParse(search.get('path'));
  const step = Number(search.get('step') ?? 0);
  return {
    path: path.success ? path.data : BEGINNING.path,
    step: Number.isInteger(step) && step >= 0 ? Math.min(step, FINAL_STEP) : BEGINNING.step,
  };
}

export function stepName({ path, step }: Place): StepName {
  if (step === 0) return 'role';
  return STEPS[path][step - 1] ?? 'final';
}

/** The place as the address has it. */
export const searchOf = ({ path, step }: Place): Record<string, string> => ({ path, step: String(step) });

/** Where the wizard begins, and where stepping back from step 0 leads: an address without path and step. */
export const BEGINNING: Place = { path: 'manufacturer', step: 0 };

/** What is saved on the user with a step: where he is, and from step 4 on that he is through (specification §4). */
export function progressOf({ path, step }: Place): { onboardstatus: string; onboarded?: true } {
  return { onboardstatus: `${path} - ${step}`, ...(step >= TOTAL_STEPS ? { onboarded: true as const } : {}) };
}

/** Where the wizard was left; null when it was not begun or the text is not ours. */
export function placeFrom(onboardstatus: string | null): Place | null {
  const match = /^(manufacturer|dropshipper) - ([0-5])$/.exec(onboardstatus ?? '');
  return match ? { path: match[1] as Path, step: Number(match[2]) } : null;
}

export interface Known {
  readonly name: string;
  readonly phone_number: string | null;
  readonly drop_legal_name: string | null;
  /** Whether he owns a project. */
  readonly owns: boolean;
  readonly plan: string | null;
}

/** The last step that may be shown: a link into the middle must not jump over what is required. */
export function lastReachable(path: Path, known: Known): number {
  if (path === 'dropshipper') {
    if (!known.drop_legal_name || !known.phone_number) return 1;
    return isFor(known.plan, 'dropshipper') ? FINAL_STEP : TOTAL_STEPS;
  }
  if (!known.phone_number || !/\S\s+\S/.test(known.name)) return 1;
  if (!known.owns) return 2;
  return isFor(known.plan, 'manufacturer') ? FINAL_STEP : TOTAL_STEPS;
}

/** The plans that the step offers. The first of the dropshipper's list is left out (specification §2.5). */
export function offered(path: Path): readonly (ManufacturerPlan | DropshipperPlan)[] {
  return path === 'manufacturer' ? ManufacturerPlan.options : DropshipperPlan.options.slice(1);
}

/** The card with the badge: the manufacturer's second, the dropshipper's first that is shown. */
export const popular = (path: Path): string | undefined => offered(path)[path === 'manufacturer' ? 1 : 0];

/** What is chosen at first: the plan he has, else the stored choice when it is for this role (specification §4). */
export function firstChoice(path: Path, own: string | null, stored: string | null): string | null {
  return [own, stored].find((plan) => isFor(plan, path)) ?? null;
}

/** Next is disabled while nothing is chosen or what is chosen is not offered. */
export const isOffered = (path: Path, plan: string | null): plan is ManufacturerPlan | DropshipperPlan =>
  offered(path).some((one) => one === plan);

export const termsFor = (plan: ManufacturerPlan | DropshipperPlan) =>
  plan in MANUFACTURER_PLANS
    ? MANUFACTURER_PLANS[plan as ManufacturerPlan]
    : DROPSHIPPER_PLANS[plan as DropshipperPlan];

/** Eight sources (specification §9); stored joined, so none may contain the separator. */
export const SOURCES = [
  'Instagram',
  'Facebook',
  'TikTok',
  'YouTube',
  'Telegram',
  'Google (пошук)',
  'Рекомендація знайомих',
  'Інше',
] as const;
const SEPARATOR = '; ';

export const joinSources = (chosen: readonly string[]): string =>
  SOURCES.filter((source) => chosen.includes(source)).join(SEPARATOR);

export const splitSources = (joined: string | null): string[] =>
  (joined ?? '').split(SEPARATOR).filter((source) => SOURCES.some((known) => known === source));
