import { SERVICES } from '@lanka/domain/integrations/services';
import { formatMoney } from '@lanka/domain/kit/money';
import { dotted } from '@lanka/domain/kit/time';
import { noticeKind } from '../kit/notices/kinds';

interface TakenBack {
  readonly id: string;
  readonly bank: 'monobank' | 'privatbank';
  readonly amount: number;
  readonly day: string;
  readonly who: string;
}

/** The bank has reversed a row that stands in the ledger: somebody has to undo it. */
export const rowTakenBack = noticeKind<TakenBack>('banking.taken_back', {
  ...{ area: 'money', reaches: [{ staff: 'banking.match' }], mail: 'now' },
  sample: {
    ...{ id: '01890a5d-ac96-774b-bcce-b302099a8057', bank: 'privatbank', amount: 123_450, day: '2026-11-23' },
    who: 'ФОП Шевченко Олена',
  },
  path: ({ id }) => `/cp/integrations/banking/rows/${id}`,
  ua: ({ bank, amount, day, who }) => ({
    title: `${SERVICES[bank].ua} сторнував зараховану операцію на ${formatMoney(Math.abs(amount))}`,
    text: `${who}, ${dotted(day)}. Скасуйте її зарахування, щоб баланс контрагента став правильним`,
  }),
  en: ({ bank, amount, day, who }) => ({
    title: `${SERVICES[bank].en} has reversed ${formatMoney(Math.abs(amount))} that stand in the ledger`,
    text: `${who}, ${dotted(day)}. Undo the row, so that the balance of the counterparty is right`,
  }),
});

export const bankNotices = [rowTakenBack];
