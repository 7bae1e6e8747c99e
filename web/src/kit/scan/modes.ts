import { hook } from '@lanka/domain/kit/hooks';
import { type ComponentType, createContext, useContext, useEffect, useRef } from 'react';
import type { Session } from '../session';
import type { Texts } from '../text';

/**
 * What the scan screen can do with a code. A slice adds a mode in its manifest:
 *
 *   hooks: [on(scanMode, { id: 'count', label, order: 4, visible, load: async () => (await import(…)).CountMode })]
 *
 * Its component hears each code by `useScans`, and sends what it makes of them by `useScanQueue`, so that nothing is
 * lost or done twice on a bad network.
 */
export interface ScanMode {
  /** `/cp/scan?mode=count` */
  id: string;
  label: Texts<string>;
  /** Its place among the modes; the first is there when none was chosen. */
  order: number;
  visible: (session: Session) => boolean;
  load: () => Promise<ComponentType>;
}

export const scanMode = hook<ScanMode>('kit.scan_mode');

/**
 * How another mode, order or stocktake is chosen on the scan screen: who took codes before hears none that is scanned
 * after the press. Else the router draws the change when there is time, and a code in between is taken for the old one.
 */
export const AT_ONCE = { replace: true, flushSync: true } as const;

type Take = (code: string) => void;

/** The scan screen's: who takes codes now. */
export const ScansContext = createContext<{ listen: (take: Take) => () => void; ready: () => void } | null>(null);

/**
 * Hears each code that is scanned or typed while the component is there. After a question in between, `ready` puts the
 * cursor back where the code was typed; a scanner needs none.
 */
export function useScans(take: Take): { ready: () => void } {
  const scans = useContext(ScansContext);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => scans?.listen((code) => latest.current(code)), [scans]);
  return { ready: () => scans?.ready() };
}
