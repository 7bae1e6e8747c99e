import { hook } from '@lanka/domain/kit/hooks';
import type { HookedTab } from '../../kit/page/hooked-tabs';

/** Tabs of slices above beside those of the users. */
export const teamTab = hook<HookedTab>('projects.team_tab');
