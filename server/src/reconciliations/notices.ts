import { formatMoney } from '@lanka/domain/kit/money';
import type { ActSide } from '@lanka/domain/reconciliations/contract';
import type { Tx } from '../kit/db/db';
import { letterKind } from '../kit/mail/letters';
import { noticesOfSides, noticeWithLetter } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import type { Reader } from './acts.store';

interface Facts {
  readonly number: number;
  readonly project: string;
  /** The other side. */
  readonly who: string;
  /** `01.10.2026 – 31.10.2026` */
  readonly period: string;
  readonly sum: string;
}

const sample: Facts = {
  number: 12,
  project: 'Текстиль-Плюс',
  who: 'Текстиль-Плюс',
  period: '01.10.2026 – 31.10.2026',
  sum: '1 234,50 ₴',
};
const buttons = { ua: 'Відкрити акт', en: 'Open the act' };

const KINDS = {
  sent: letterKind<Facts>('reconciliations.sent', {
    sample,
    ua: ({ number, who, period, sum }) => ({
      subject: `Акт звірки № ${number} за ${period}`,
      paragraphs: [
        'Вітаємо.',
        `${who} надсилає акт звірки № ${number} за період ${period}. Сальдо на кінець: ${sum}.`,
        'Перегляньте рядки: якщо все правильно, погодьте акт, а якщо ні – запереченням вкажіть, що не так.',
      ],
      button: buttons.ua,
    }),
    en: ({ number, who, period, sum }) => ({
      subject: `Reconciliation act No. ${number} for ${period}`,
      paragraphs: [
        'Hello.',
        `${who} sends the reconciliation act No. ${number} for the period ${period}. Closing balance: ${sum}.`,
        'Look at its lines: agree if all is right, or dispute what is not.',
      ],
      button: buttons.en,
    }),
  }),
  disputed: letterKind<Facts>('reconciliations.disputed', {
    sample,
    ua: ({ number, who, period }) => ({
      subject: `Заперечення до акта звірки № ${number}`,
      paragraphs: ['Вітаємо.', `${who} має заперечення до акта звірки № ${number} за період ${period}.`],
      button: buttons.ua,
    }),
    en: ({ number, who, period }) => ({
      subject: `The reconciliation act No. ${number} is disputed`,
      paragraphs: ['Hello.', `${who} disputes the reconciliation act No. ${number} for the period ${period}.`],
      button: buttons.en,
    }),
  }),
  agreed: letterKind<Facts>('reconciliations.agreed', {
    sample,
    ua: ({ number, who, period, sum }) => ({
      subject: `Акт звірки № ${number} погоджено`,
      paragraphs: [
        'Вітаємо.',
        `${who} погоджує акт звірки № ${number} за період ${period}. Сальдо на кінець: ${sum}. Ці дні закрито.`,
      ],
      button: buttons.ua,
    }),
    en: ({ number, who, period, sum }) => ({
      subject: `The reconciliation act No. ${number} is agreed`,
      paragraphs: [
        'Hello.',
        `${who} agrees to the reconciliation act No. ${number} for the period ${period}. Closing balance: ${sum}. These days are closed.`,
      ],
      button: buttons.en,
    }),
  }),
};

const WAITS = letterKind<Facts>('reconciliations.waits', {
  sample,
  ua: ({ number, who, period, sum }) => ({
    subject: `Акт звірки № ${number} за ${period} чекає на вас`,
    paragraphs: [
      'Вітаємо.',
      `${who} нагадує: акт звірки № ${number} за період ${period} ще не погоджено. Сальдо на кінець: ${sum}.`,
      'Погодьте його або вкажіть, що не так: поки акт чекає, місяць не закрито.',
    ],
    button: buttons.ua,
  }),
  en: ({ number, who, period, sum }) => ({
    subject: `The reconciliation act No. ${number} for ${period} waits for you`,
    paragraphs: [
      'Hello.',
      `${who} reminds you: the reconciliation act No. ${number} for the period ${period} is not agreed yet. Closing balance: ${sum}.`,
      'Agree to it, or say what is wrong: while the act waits, the month is not closed.',
    ],
    button: buttons.en,
  }),
});

export interface Told {
  readonly id: string;
  readonly project_id: string;
  readonly number: number;
  readonly counterparty_id: string;
  readonly counterparty_name: string;
  readonly project_title: string;
  readonly from: string;
  readonly to: string;
  readonly closing: number | null;
}

const shown = (day: string): string => day.split('-').reverse().join('.');

const TOLD = {
  sent: noticesOfSides(KINDS.sent),
  disputed: noticesOfSides(KINDS.disputed),
  agreed: noticesOfSides(KINDS.agreed),
};
const waits = noticeWithLetter(WAITS, { area: 'money', reaches: ['dropshipper'] });
export const reconciliationNotices = [...Object.values(TOLD).flatMap((sides) => Object.values(sides)), waits];

const factsOf = (act: Told, to: ActSide) => ({
  number: act.number,
  project: act.project_title,
  who: to === 'counterparty' ? act.project_title : act.counterparty_name,
  period: `${shown(act.from)} – ${shown(act.to)}`,
  sum: formatMoney(act.closing ?? 0),
  path: `/cp/reconciliations/${act.id}`,
});

/** To the other side. */
export async function tell(
  tx: Tx,
  app: Services,
  scope: Reader,
  act: Told,
  what: keyof typeof KINDS,
  to: ActSide,
): Promise<void> {
  const { counterparty_id } = act;
  await app.notices.tell(tx, scope, TOLD[what][to], { counterparty_id }, factsOf(act, to));
}

/** That an act still waits for the counterparty. */
export async function tellItWaits(tx: Tx, app: Services, scope: Reader, act: Told): Promise<void> {
  const { counterparty_id } = act;
  await app.notices.tell(tx, scope, waits, { counterparty_id }, factsOf(act, 'counterparty'));
}
