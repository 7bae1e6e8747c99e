import { formatMoney } from '@lanka/domain/kit/money';
import { Bars } from '../kit/chart/Bars';
import { formatCount } from '../kit/format';

const SHOWN = 10;
/** As much as there is room for beside a bar. */
const NAME_LENGTH = 28;

const short = (name: string): string => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH - 1)}…` : name);

interface Props {
  /** Says that the table has the same numbers. */
  readonly about: string;
  readonly label: string;
  /** In the order of the table. Sums in kopecks, or pieces. */
  readonly rows: readonly { readonly name: string; readonly value: number }[];
  readonly pieces?: boolean;
  /** Rows that stand in an order of their own, each by its own name. */
  readonly fixed?: boolean;
}

/** The first rows of a table, which says the same to who cannot see it. */
export function MoneyBars({ about, label, rows, pieces = false, fixed = false }: Props) {
  const data = rows.slice(0, SHOWN).map(({ name, value }, place) => ({
    // two may be called alike
    name: fixed ? name : `${place + 1}. ${short(name)}`,
    value,
  }));
  return (
    <Bars
      about={about}
      label={label}
      data={data}
      shown={pieces ? formatCount : formatMoney}
      onAxis={(value) => formatCount(pieces ? value : Math.round(value / 100))}
    />
  );
}
