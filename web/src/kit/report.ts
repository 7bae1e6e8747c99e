/**
 * Reporting a failure: the shell gives the way (its feedback form), a crash asks for it. Outside the shell there is
 * none, and the crash offers only the way out.
 */
import { createContext, useContext } from 'react';
import { CallError, type Fault, lastFault } from './http/call';

export type Report = (facts: string) => void;

export const ReportContext = createContext<Report | null>(null);

export const useReport = (): Report | null => useContext(ReportContext);

/** A fault of the server longer ago than this has nothing to do with a crash now. */
const RECENT_MS = 60_000;

/**
 * What helps to find the fault, and nothing about the person or the data: the error, the page, and the call at which
 * the server failed, with the id under which its log tells of it.
 */
export function factsOf(error: unknown, now = new Date(), fault: Fault | null = lastFault()): string {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
  const code = error instanceof CallError ? ` (${error.status} ${error.code})` : '';
  return [
    `${name}: ${message.slice(0, 300)}${code}`,
    ...callOf(error, now, fault),
    `${location.pathname} · ${now.toISOString()}`,
    navigator.userAgent,
  ].join('\n');
}

function callOf(error: unknown, now: Date, fault: Fault | null): string[] {
  if (error instanceof CallError && error !== fault?.error)
    return error.requestId ? [`X-Request-Id: ${error.requestId}`] : [];
  if (!fault || now.getTime() - fault.at.getTime() > RECENT_MS) return [];
  const { status, code, requestId } = fault.error;
  return [`${fault.route}: ${status} ${code}${requestId ? ` · X-Request-Id: ${requestId}` : ''}`];
}
