import type { CashRegister } from '@lanka/domain/fiscal/contract';
import type { Services } from '../kit/services';
import type { InfoAnswer, ShiftAnswer } from './answers';
import * as checkbox from './client';

/** How a register is, as the service says. */
export interface Seen {
  readonly status: CashRegister['status'];
  readonly reason: CashRegister['reason'];
  readonly info: InfoAnswer | null;
  readonly cashier: string;
  /** What the cashier has open, at this register. */
  readonly shift: ShiftAnswer | null;
  /** Of the shift that we take for the open one, when it is another: how it ended. */
  readonly ended: ShiftAnswer | null;
}

/** Whether key and PIN were refused: the message of the service is not told apart. */
export const isAuthentication = (error: unknown): boolean =>
  error instanceof checkbox.RefusedError && (error.status === 401 || error.status === 403);

/**
 * Asks for everything that says whether the register works.
 * @param ours the shift that we take for the open one
 * @throws ServiceError when nobody can say; a refused sign-in is an answer
 */
export async function lookAt(app: Services, register: checkbox.Register, ours: string | null): Promise<Seen> {
  try {
    await checkbox.signIn(app, register);
  } catch (error) {
    if (!isAuthentication(error)) throw error;
    return { status: 'not_active', reason: 'authentication', info: null, cashier: '', shift: null, ended: null };
  }
  const info = await checkbox.readInfo(app, register);
  const cashier = await checkbox.readCashier(app, register);
  const signature = await checkbox.readSignature(app, register);
  const found = await checkbox.readCashierShift(app, register);
  const isHere = found !== null && (!found.cash_register?.id || found.cash_register.id === info.id);
  const shift = isHere ? found : null;
  const ended = ours && shift?.id !== ours ? await checkbox.readShift(app, register, ours) : null;
  const reason =
    cashier.blocked === true || typeof cashier.blocked === 'string'
      ? 'blocked'
      : signature.shift_open_possibility === false
        ? 'signature'
        : info.offline_mode
          ? 'offline'
          : null;
  return {
    ...{ info, shift, ended, reason, cashier: cashier.full_name },
    status: reason === 'blocked' ? 'not_active' : reason ? 'partially_active' : 'active',
  };
}

/** Columns of the register. */
export const factsOf = ({ status, reason, info, cashier }: Seen) => ({
  ...{ status, reason },
  ...(info
    ? {
        ...{ fiscal_number: info.fiscal_number.slice(0, 60), title: info.title.slice(0, 200) },
        ...{ address: info.address.slice(0, 300), is_test: info.is_test, is_offline: info.offline_mode },
        cashier: cashier.slice(0, 200),
      }
    : {}),
});
