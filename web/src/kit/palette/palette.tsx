/**
 * Ctrl/⌘ K: finds anything and runs commands.
 *
 * A slice gives `commands` and `search` in its `slice.tsx`. A search is asked with every reading of what was typed
 * (as typed, and with the other keyboard layout) and answers links:
 *
 *   search: { title: t.orders, find: async (query, session, signal) => [{ id, label, hint, to }] }
 */
import { useHotkeys } from '@mantine/hooks';
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from 'react';
import type { Session } from '../session';

const PaletteDialog = lazy(async () => ({ default: (await import('./PaletteDialog')).PaletteDialog }));

export interface Command {
  id: string;
  label: string;
  hint?: string;
  /** Where it leads, or what it does. */
  to?: string;
  run?: () => void;
}

export interface SearchProvider {
  title: string;
  visible?: (session: Session) => boolean;
  find: (query: string, session: Session, signal: AbortSignal) => Promise<readonly Command[]>;
}

export interface PaletteSources {
  pages: readonly Command[];
  commands: readonly Command[];
  searches: readonly SearchProvider[];
}

const PaletteContext = createContext<() => void>(() => {});

/** Opens the palette, for the button in the top bar. */
export const usePalette = (): (() => void) => useContext(PaletteContext);

export function PaletteProvider({ sources, children }: { sources: PaletteSources; children: ReactNode }) {
  // null until it is opened for the first time
  const [opened, setOpened] = useState<boolean | null>(null);
  useHotkeys([['mod+K', () => setOpened((before) => !before), { usePhysicalKeys: true }]], []);
  return (
    <PaletteContext value={() => setOpened(true)}>
      {children}
      {/* loaded when it is first opened */}
      {opened !== null && (
        <Suspense>
          <PaletteDialog opened={opened} close={() => setOpened(false)} sources={sources} />
        </Suspense>
      )}
    </PaletteContext>
  );
}
