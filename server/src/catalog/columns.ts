import type { ValueType } from '@lanka/domain/catalog/entities';
import { columnKey } from '@lanka/domain/catalog/rules';
import { newId } from '../kit/db/ids';

/** An attribute column of the project: what options of its products have in common. */
export interface Column {
  readonly id: string;
  readonly name: string;
  readonly value_type: ValueType;
}

/** The columns that a change of products may use: those that there are, and those that it brings. */
export class Columns {
  /** What was asked for and is not there yet. */
  readonly brought: Column[] = [];

  constructor(private readonly known: readonly Column[] = []) {}

  /** The one of this name, else one whose name differs in case, spaces or apostrophes alone, else a new one. */
  of(name: string, value_type: ValueType = 'text'): Column {
    const all = [...this.known, ...this.brought];
    const key = columnKey(name);
    const found = all.find((one) => one.name === name) ?? all.find((one) => columnKey(one.name) === key);
    if (found) return found;
    const made = { id: newId(), name, value_type };
    this.brought.push(made);
    return made;
  }
}

/** The new columns that these products use; others were only looked up. */
export function broughtBy(
  { brought }: Columns,
  products: readonly { readonly options: readonly { readonly column_id: string }[] }[],
): Column[] {
  const used = new Set(products.flatMap(({ options }) => options.map(({ column_id }) => column_id)));
  return brought.filter(({ id }) => used.has(id));
}
