import { formatAmount } from '../kit/money';
import { dotted, formatDateInWords } from '../kit/time';
import { sumInWords } from '../kit/words';
import type { Offset } from '../offsets/contract';
import { offsetTitle } from '../offsets/rules';
import type { ActParties } from './act';
import type { FrozenDocument, FrozenParty } from './frozen';
import { partyOf } from './rules';

/** Everything that the paper of an act of offset shows. */
export interface OffsetPaper {
  readonly title: string;
  readonly author: string;
  readonly place: string;
  readonly intro: string;
  readonly parties: readonly FrozenParty[];
  /** Who owes whom, in kopecks. */
  readonly debts: readonly { readonly who: string; readonly sum: number; readonly less: number }[];
  readonly points: readonly string[];
  readonly decided: string;
  readonly signatures: FrozenDocument['signatures'];
}

type Shown = Pick<
  Offset,
  'number' | 'day' | 'debt' | 'claim' | 'amount' | 'grounds' | 'status' | 'reverses' | 'decided_note'
> & {
  /** `YYYY-MM-DD` in Kyiv. */
  readonly built_on: string;
  /** Null until it is agreed. */
  readonly agreed_on: string | null;
  readonly agreed_by: string;
};

const money = (kopecks: number): string => `${formatAmount(kopecks)}\u00a0грн (${sumInWords(kopecks)})`;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The act by article 601 of the Civil Code of Ukraine, with the sum in words. Both sides see the same paper. */
export function offsetPaper(act: Shown, { supplier, counterparty, place }: ActParties): OffsetPaper {
  const first = partyOf('Сторона 1', supplier, false);
  const second = partyOf('Сторона 2', counterparty, false);
  const { debt, claim, amount, reverses } = act;
  const on = formatDateInWords(act.day);
  const grounds = act.grounds ? [`Підстави: ${sentence(act.grounds)}`] : [];
  const setOff = [
    `Станом на ${on} Сторона 2 має перед Стороною 1 грошове зобов’язання з оплати товару на суму ${money(debt)}.`,
    `Станом на ${on} Сторона 1 має перед Стороною 2 грошове зобов’язання з оплати товару на суму ${money(claim)}.`,
    ...grounds,
    'Зазначені вимоги є зустрічними й однорідними, строк їх виконання настав.',
    `Сторони зараховують ці вимоги на суму ${money(amount)}. На цю суму зобов’язання кожної зі сторін припиняються.`,
    `Залишок боргу після зарахування: Сторони 2 перед Стороною 1 – ${money(debt - amount)}, Сторони 1 перед Стороною 2 – ${money(claim - amount)}.`,
  ];
  const taken = [
    `Сторони скасовують акт № ${reverses?.number} про зарахування зустрічних однорідних вимог на суму ${money(amount)}.`,
    `Зобов’язання кожної зі сторін, припинені тим актом на цю суму, відновлюються з ${on}.`,
    ...grounds,
  ];
  const sign = (label: string, party: string) => ({ label, party, name: '', stamp: true, blanks: ['Посада'] });
  return {
    title: offsetTitle(act),
    author: first.name,
    place: [place, formatDateInWords(act.built_on)].filter(Boolean).join(', '),
    intro: `${first.name} (далі – Сторона 1) та ${second.name} (далі – Сторона 2), керуючись статтею 601 Цивільного кодексу України, склали цей акт про таке:`,
    parties: [first, second],
    debts: reverses
      ? []
      : [
          { who: 'Сторона 2 винна Стороні 1', sum: debt, less: amount },
          { who: 'Сторона 1 винна Стороні 2', sum: claim, less: amount },
        ],
    points: [
      ...(reverses ? taken : setOff),
      'Акт складено у двох примірниках, що мають однакову юридичну силу, по одному для кожної зі сторін.',
    ],
    decided:
      act.agreed_on === null
        ? ''
        : `Погоджено ${formatDateInWords(act.agreed_on)}: ${act.agreed_by}${act.decided_note ? `. ${act.decided_note}` : ''}`,
    signatures: [sign('Сторона 1', first.name), sign('Сторона 2', second.name)],
  };
}

/** `Акт взаємозаліку № 3 від 31.10.2026.pdf` */
export const offsetFileName = ({ number, day }: Pick<Offset, 'number' | 'day'>): string =>
  `Акт взаємозаліку № ${number} від ${dotted(day)}.pdf`;
