import { createContext } from 'react';

/** Files that are being sent while their form may be submitted already: the form waits for them. */
export interface UnderWay {
  begin(): void;
  /** `ok`: all of them came. */
  end(ok: boolean): void;
}

export const UnderWayContext = createContext<UnderWay | null>(null);
