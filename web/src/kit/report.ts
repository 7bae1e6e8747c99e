/**
 * Reporting a failure: the shell gives the way (its feedback form), a crash asks for it. Outside the shell there is
 * none, and the crash offers only the way out.
 */
import { createContext, useContext } from 'react';

export type Report = (facts: string) => void;

export const ReportContext = createContext<Report | null>(null);

export const useReport = (): Report | null => useContext(ReportContext);

/** What helps to find the fault, and nothing about the person or the data. */
export function factsOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  return [
    `${name}: ${message.slice(0, 300)}`,
    `${location.pathname} · ${new Date().toISOString()}`,
    navigator.userAgent,
  ].join('\n');
}
