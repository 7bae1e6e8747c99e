import { DomainError } from '@lanka/domain/kit/errors';
import { ServiceError, saidIn } from '../integrations';
import { OutboundError } from '../kit/outbound/errors';
import { UnknownOutcome } from './client';

export interface Said {
  readonly code: string;
  readonly ua: string;
  readonly en: string;
}

/** It was not asked, or refused before anything was done: it may be asked again. */
export const wasNotDone = (error: unknown): boolean =>
  error instanceof ServiceError || (error instanceof OutboundError && !(error instanceof UnknownOutcome));

/** In both languages; null: it may pass. */
export function refusalIn(error: unknown): Said | null {
  if (error instanceof DomainError) return { code: error.code, ua: error.message_in('ua'), en: error.message_in('en') };
  if (!(error instanceof ServiceError) || error.outcome !== 'refused') return null;
  return { code: error.given.code ?? '', ua: saidIn(error.reason, 'ua'), en: saidIn(error.reason, 'en') };
}

export const isKeyCode = (code: string): boolean => code === 'key_wrong' || code === 'key_expired';
