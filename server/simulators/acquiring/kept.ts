import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Refund {
  status: 'processing' | 'success' | 'failure';
  readonly amount: number;
  readonly extRef: string;
  readonly createdDate: string;
  modifiedDate: string;
}

export interface Invoice {
  readonly invoiceId: string;
  readonly token: string;
  readonly amount: number;
  readonly ccy: number;
  readonly reference: string;
  readonly destination: string;
  readonly redirectUrl: string;
  readonly webHookUrl: string;
  readonly createdDate: string;
  readonly expiresAt: string;
  modifiedDate: string;
  status: 'created' | 'processing' | 'success' | 'failure' | 'reversed' | 'expired' | 'removed';
  failureReason: string;
  maskedPan: string;
  readonly cancelList: Refund[];
  /** What it was before, as it was called back: repeated out of order. */
  readonly told: string[];
}

export interface Kept {
  invoices: Invoice[];
  revoked: string[];
  /** The private key by which it signs, PKCS#8 PEM, and its public one. */
  privateKey: string;
  publicKey: string;
  late: { url: string; body: string; signature: string; tries: number; next_at: number }[];
  count: number;
  /** The next payment is told with another sum. */
  lies: boolean;
  /** It calls nothing back. */
  silent: boolean;
  /** It refuses refunds. */
  keeps: boolean;
  /** It takes refunds, and does not come to an end with them. */
  holds: boolean;
}

/** Tokens of merchants: a real one is as long. */
export const TOKEN = /^m[A-Za-z0-9_-]{20,199}$/;

export const tokenIn = (request: FastifyRequest): string => String(request.headers['x-token'] ?? '');
export const refuse = (reply: FastifyReply, status: number, errCode: string, errText: string): FastifyReply =>
  reply.code(status).send({ errCode, errText });

const refunded = ({ cancelList }: Invoice): number =>
  cancelList.filter(({ status }) => status === 'success').reduce((sum, { amount }) => sum + amount, 0);

export const leftOf = (invoice: Invoice): number => invoice.amount - refunded(invoice);

/** As the status call answers and the callback tells. */
export function shown(invoice: Invoice): object {
  const { invoiceId, status, amount, ccy, createdDate, modifiedDate, reference, destination } = invoice;
  const isPaid = status === 'success' || status === 'reversed';
  return {
    ...{ invoiceId, status, amount, ccy, createdDate, modifiedDate, reference, destination },
    finalAmount: isPaid ? leftOf(invoice) : amount,
    ...(status === 'failure' ? { failureReason: invoice.failureReason, errCode: '50' } : {}),
    ...(invoice.cancelList.length > 0 ? { cancelList: invoice.cancelList.map((one) => ({ ...one, ccy })) } : {}),
    ...(isPaid
      ? {
          paymentInfo: {
            ...{ maskedPan: invoice.maskedPan, rrn: '060189181768', tranId: '13194036', terminal: 'MI001088' },
            ...{ bank: 'Універсал Банк', paymentSystem: 'visa', paymentMethod: 'pan', fee: Math.round(amount * 0.013) },
          },
        }
      : {}),
  };
}
