import { formatMoney } from '@lanka/domain/kit/money';
import { dotted } from '@lanka/domain/kit/time';
import type { OffsetRow } from '@lanka/domain/offsets/contract';
import type { ActSide } from '@lanka/domain/reconciliations/contract';
import type { Tx } from '../kit/db/db';
import { letterKind } from '../kit/mail/letters';
import { noticesOfSides } from '../kit/notices/kinds';
import type { Services } from '../kit/services';
import type { Reader } from './offsets.store';

interface Facts {
  readonly number: number;
  readonly project: string;
  /** The other side. */
  readonly who: string;
  readonly day: string;
  readonly sum: string;
}

const sample: Facts = {
  number: 3,
  project: 'Текстиль-Плюс',
  who: 'Текстиль-Плюс',
  day: '31.10.2026',
  sum: '1 234,50 ₴',
};
const buttons = { ua: 'Відкрити акт', en: 'Open the act' };

const KINDS = {
  sent: letterKind<Facts>('offsets.sent', {
    sample,
    ua: ({ number, who, day, sum }) => ({
      subject: `Акт взаємозаліку № ${number} на ${sum}`,
      paragraphs: [
        'Вітаємо.',
        `${who} пропонує акт взаємозаліку № ${number} станом на ${day} на суму ${sum}.`,
        'Перегляньте борги обох сторін: погодьте акт або відхиліть його й напишіть чому.',
      ],
      button: buttons.ua,
    }),
    en: ({ number, who, day, sum }) => ({
      subject: `Act of offset No. ${number} for ${sum}`,
      paragraphs: [
        'Hello.',
        `${who} proposes the act of offset No. ${number} as of ${day} for ${sum}.`,
        'Look at the debts of both sides: agree to the act, or refuse it and say why.',
      ],
      button: buttons.en,
    }),
  }),
  agreed: letterKind<Facts>('offsets.agreed', {
    sample,
    ua: ({ number, who, sum }) => ({
      subject: `Акт взаємозаліку № ${number} погоджено`,
      paragraphs: ['Вітаємо.', `${who} погоджує акт взаємозаліку № ${number} на суму ${sum}. Борги зараховано.`],
      button: buttons.ua,
    }),
    en: ({ number, who, sum }) => ({
      subject: `The act of offset No. ${number} is agreed`,
      paragraphs: ['Hello.', `${who} agrees to the act of offset No. ${number} for ${sum}. The debts are set off.`],
      button: buttons.en,
    }),
  }),
  refused: letterKind<Facts>('offsets.refused', {
    sample,
    ua: ({ number, who, sum }) => ({
      subject: `Акт взаємозаліку № ${number} відхилено`,
      paragraphs: ['Вітаємо.', `${who} відхиляє акт взаємозаліку № ${number} на суму ${sum}. Чому – написано в акті.`],
      button: buttons.ua,
    }),
    en: ({ number, who, sum }) => ({
      subject: `The act of offset No. ${number} is refused`,
      paragraphs: ['Hello.', `${who} refuses the act of offset No. ${number} for ${sum}. The act says why.`],
      button: buttons.en,
    }),
  }),
};

const TOLD = {
  sent: noticesOfSides(KINDS.sent),
  agreed: noticesOfSides(KINDS.agreed),
  refused: noticesOfSides(KINDS.refused),
};
export const offsetNotices = Object.values(TOLD).flatMap((sides) => Object.values(sides));

/** To the other side. */
export async function tell(
  tx: Tx,
  app: Services,
  scope: Reader,
  act: OffsetRow,
  what: keyof typeof KINDS,
  to: ActSide,
): Promise<void> {
  const facts: Facts = {
    number: act.number,
    project: act.project_title,
    who: to === 'counterparty' ? act.project_title : act.counterparty_name,
    day: dotted(act.day),
    sum: formatMoney(act.amount),
  };
  const path = `/cp/offsets/${act.id}`;
  const { counterparty_id } = act;
  await app.notices.tell(tx, scope, TOLD[what][to], { counterparty_id }, { ...facts, path });
}
