import { useState } from 'react';
import { remember, remembered } from '../storage';

/** How tall the rows of lists are: 44 px, or 36 for who wants more of them on the screen. */
export type Density = 'comfortable' | 'compact';

/** One choice for all lists, kept in this browser. */
export function useDensity(): { density: Density; setDensity: (next: Density) => void } {
  const [density, set] = useState<Density>(() => (remembered('density') === 'compact' ? 'compact' : 'comfortable'));
  const setDensity = (next: Density) => {
    remember('density', next === 'compact' ? next : null);
    set(next);
  };
  return { density, setDensity };
}
