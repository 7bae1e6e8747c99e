import { formatAmount } from '../kit/money';
import { dotted, formatDateInWords } from '../kit/time';
import { sumInWords } from '../kit/words';
import type { Act } from '../reconciliations/contract';
import { actTitle } from '../reconciliations/rules';
import type { FrozenDocument, FrozenParty } from './frozen';
import { type PartyForDocument, partyOf } from './rules';

/** Everything that the paper of a reconciliation act shows. Money is in kopecks. */
export interface ActPaper {
  readonly title: string;
  readonly author: string;
  readonly place: string;
  readonly intro: string;
  readonly parties: readonly FrozenParty[];
  /** Of the supplier's books; the other half mirrors it. */
  readonly halves: readonly [supplier: string, counterparty: string];
  readonly opening: Half;
  readonly rows: readonly (Half & { readonly date: string; readonly document: string })[];
  readonly turnover: Half;
  readonly closing: Half;
  readonly conclusion: string;
  readonly agreed: string;
  readonly signatures: FrozenDocument['signatures'];
}

interface Half {
  readonly debit: number;
  readonly credit: number;
}

export interface ActParties {
  readonly supplier: PartyForDocument;
  readonly counterparty: PartyForDocument;
  readonly place: string;
}

/** A balance on its side: what the counterparty owes is debit, what they have with the supplier credit. */
const onItsSide = (balance: number): Half =>
  balance < 0 ? { debit: -balance, credit: 0 } : { debit: 0, credit: balance };

type Shown = Pick<
  Act,
  'number' | 'from' | 'to' | 'opening' | 'debit' | 'credit' | 'closing' | 'lines' | 'status' | 'agreed_note'
> & {
  /** `YYYY-MM-DD` in Kyiv, of this version. */
  readonly sent_on: string;
  /** Null until this version is agreed. */
  readonly agreed_on: string | null;
  readonly agreed_by: string;
};

/** The act as Ukrainian accountants know it: both halves, «Сальдо», «Обороти», and what is owed in words. */
export function actPaper(act: Shown, parties: ActParties): ActPaper {
  const supplier = partyOf('Постачальник', parties.supplier, false);
  const counterparty = partyOf('Контрагент', parties.counterparty, false);
  const { opening, debit, credit, closing } = act;
  const owed = Math.abs(closing);
  const inFavour = closing < 0 ? supplier.name : counterparty.name;
  const by = `Станом на ${formatDateInWords(act.to)}`;
  const sign = (label: string, party: string) => ({ label, party, name: '', stamp: true, blanks: ['Посада'] });
  return {
    title: actTitle(act),
    author: supplier.name,
    place: [parties.place, formatDateInWords(act.sent_on)].filter(Boolean).join(', '),
    intro: `Ми, що нижче підписалися, ${supplier.name} з одного боку та ${counterparty.name} з другого боку, склали цей акт про те, що стан взаємних розрахунків за даними обліку такий:`,
    parties: [supplier, counterparty],
    halves: [supplier.name, counterparty.name],
    opening: onItsSide(opening),
    rows: act.lines.map((line) => ({
      date: dotted(line.date),
      document: line.comment && !line.comment.startsWith('№') ? `${line.document}: ${line.comment}` : line.document,
      debit: line.debit,
      credit: line.credit,
    })),
    turnover: { debit, credit },
    closing: onItsSide(closing),
    conclusion:
      closing === 0
        ? `${by} заборгованість відсутня.`
        : `${by} заборгованість на користь ${inFavour} становить ${formatAmount(owed)}\u00a0грн. (${sumInWords(owed)}).`,
    agreed:
      act.agreed_on === null
        ? ''
        : `Погоджено ${formatDateInWords(act.agreed_on)}: ${act.agreed_by}${act.agreed_note ? `. ${act.agreed_note}` : ''}`,
    signatures: [sign('Від постачальника', supplier.name), sign('Від контрагента', counterparty.name)],
  };
}

/** `Акт звірки № 12 за 01.10.2026–31.10.2026` */
export const actFileName = ({ number, from, to }: Pick<Act, 'number' | 'from' | 'to'>): string =>
  `Акт звірки № ${number} за ${dotted(from)}–${dotted(to)}`;
