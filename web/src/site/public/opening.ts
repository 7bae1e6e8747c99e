import { createContext, useContext } from 'react';
import type { Audience, Plan } from './data';

/** What can be opened over a page. */
export type Opened =
  | { kind: 'contact' }
  | { kind: 'consultation' }
  | { kind: 'access'; audience?: Audience; plan?: Plan }
  | { kind: 'cookies' };

export const OpenContext = createContext<(what: Opened) => void>(() => {});
export const useOpen = () => useContext(OpenContext);
