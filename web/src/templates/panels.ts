import { hook } from '@lanka/domain/kit/hooks';
import type { ComponentType } from 'react';

/** Further general settings, each with a form of its own, that slices above put on the page for who may change them. */
export const mainInfoPart = hook<{ id: string; Component: ComponentType }>('templates.main_info_part');
