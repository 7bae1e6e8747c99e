import { hook } from '@lanka/domain/kit/hooks';
import type { ComponentType } from 'react';

/** What slices above say and ask on the page of the showcase, above its form, of who may change it. */
export const showcasePart = hook<{ id: string; Component: ComponentType }>('projects.showcase_part');
