import { hook } from '@lanka/domain/kit/hooks';
import type { ComponentType } from 'react';

/** Something that signs in by itself, shown under the form: the demo's one-press buttons. */
type SignInExtra = ComponentType<{ enter: (credentials: { email: string; password: string }) => void }>;
export const signInExtra = hook<SignInExtra>('identity.sign_in_extra');
