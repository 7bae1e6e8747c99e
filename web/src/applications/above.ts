import { hook } from '@lanka/domain/kit/hooks';
import type { ComponentType } from 'react';

/** The tabs that the list of one's own applications stands among. */
export const aboveMine = hook<{ Component: ComponentType }>('applications.above_mine');
