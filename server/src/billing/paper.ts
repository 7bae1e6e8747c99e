import type { TransferDetails } from '@lanka/domain/billing/invoices';
import { invoiceNumber } from '@lanka/domain/billing/rules';
import type { FrozenParty } from '@lanka/domain/documents/frozen';
import type { Paper } from '@lanka/domain/documents/paper';
import { formatIban } from '@lanka/domain/kit/iban';
import { formatAmount } from '@lanka/domain/kit/money';
import { validUntil } from '@lanka/domain/kit/payment_qr';
import { formatDateInWords } from '@lanka/domain/kit/time';
import { sumInWords } from '@lanka/domain/kit/words';
import { paperOf } from '../documents';
import type { FileAnswer } from '../kit/http/serve';
import type { Services } from '../kit/services';
import type { InvoiceRow } from './tables';

const CREDIT = 'Кредит-нота';

/** Where no transfers are taken nobody is named: a name without a code is no party. */
const recipient = ({ recipient: name, iban, code }: TransferDetails): FrozenParty => ({
  ...{ label: 'Отримувач', name, requisites: [`IBAN ${formatIban(iban)}`, `ЄДРПОУ / РНОКПП ${code}`] },
});

/** The paper of an invoice as it was frozen; a canceled one says so. */
function paperOfInvoice({ number, kind, status, issued_on, due_on, amount, frozen, comment }: InvoiceRow): Paper {
  const name = kind === 'credit_note' ? CREDIT : 'Рахунок на оплату';
  const { transfer, payer, lines, link } = frozen;
  return {
    title: `${name} № ${invoiceNumber(number)} від ${formatDateInWords(issued_on)}`,
    author: transfer?.recipient ?? 'Ланка',
    parties: [
      ...(transfer ? [recipient(transfer)] : []),
      { label: 'Платник', name: payer.name, requisites: [...payer.requisites] },
    ],
    particulars: [
      ...(due_on ? [{ label: 'Оплатити до', value: formatDateInWords(due_on) }] : []),
      ...(transfer ? [{ label: 'Призначення', value: transfer.purpose }] : []),
      ...(comment ? [{ label: 'Підстава', value: comment }] : []),
      ...(status === 'canceled' ? [{ label: 'Стан', value: 'скасовано' }] : []),
    ],
    lines: lines.map((line, index) => ({
      ...{ number: index + 1, sku: '', title: line.title, unit: 'посл.', count: line.count, price: line.price },
      ...{ discount: 0, amount: line.amount },
    })),
    totals: [
      { label: 'Всього', value: formatAmount(amount), strong: true },
      { label: 'Без ПДВ', value: '', strong: false },
    ],
    count_text: `Всього найменувань ${lines.length}, на суму ${formatAmount(amount)} грн`,
    sum_in_words: sumInWords(amount),
    notes: [],
    signatures: [],
    payment:
      link && due_on && status === 'due'
        ? { link, notes: ['Оплата за QR-кодом', `Дійсний до ${formatDateInWords(validUntil(due_on))}`] }
        : null,
  };
}

const fileNameOfInvoice = ({ number, kind }: Pick<InvoiceRow, 'number' | 'kind'>): string =>
  `${kind === 'credit_note' ? 'Кредит-нота' : 'Рахунок'} ${invoiceNumber(number)}.pdf`;

export const pdfOf = (app: Pick<Services, 'threads'>, row: InvoiceRow): FileAnswer => ({
  stream: () => paperOf(app.threads, { paper: paperOfInvoice(row) }),
  content_type: 'application/pdf',
  file_name: fileNameOfInvoice(row),
});
