type Entry = Readonly<Record<string, unknown>>;

/** `customer.name` of what has others within; a list of values is one cell, anything deeper its JSON. */
export function flat(entry: Entry, prefix = ''): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [name, value] of Object.entries(entry)) {
    const key = `${prefix}${name}`;
    if (value === null || value === undefined) cells[key] = '';
    else if (Array.isArray(value))
      cells[key] = value.every((one) => typeof one !== 'object') ? value.join('; ') : JSON.stringify(value);
    else if (typeof value === 'object') Object.assign(cells, flat(value as Entry, `${key}.`));
    else cells[key] = String(value);
  }
  return cells;
}

/** A spreadsheet takes what begins like this for a formula; numbers below zero are none. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.]+$)/;

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With the mark by which spreadsheets know UTF-8. */
export function csv(entries: readonly Entry[]): string {
  const rows = entries.map((entry) => flat(entry));
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))];
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}

const WIDEST = 40;
const LINE_BREAKS = /\s+/g;
/** A letter that moves what stands on the screen: what others wrote must not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;

/** What others wrote, on one line and without what a terminal obeys. */
export const plain = (text: string): string => text.replace(LINE_BREAKS, ' ').replace(CONTROLS, '');

/** `1234.50` of kopecks. */
const hryvnias = (kopecks: string | undefined): string =>
  kopecks && /^-?\d+$/.test(kopecks) ? (Number(kopecks) / 100).toFixed(2) : (kopecks ?? '');

/** Columns in line, as wide as their longest value. */
export function table(entries: readonly Entry[], wanted: readonly string[], money: ReadonlySet<string>): string {
  const rows = entries.map((entry) => flat(entry));
  const columns = wanted.filter((name) => rows.some((row) => name in row));
  const shown = columns.length > 0 ? columns : Object.keys(rows[0] ?? {}).slice(0, 5);
  const cut = (text: string): string => {
    const letters = [...plain(text)];
    return letters.length > WIDEST ? `${letters.slice(0, WIDEST - 1).join('')}…` : letters.join('');
  };
  const lines = [
    shown,
    ...rows.map((row) => shown.map((name) => cut(money.has(name) ? hryvnias(row[name]) : (row[name] ?? '')))),
  ];
  const widths = shown.map((_, at) => Math.max(...lines.map((line) => [...(line[at] ?? '')].length)));
  return lines
    .map((line) =>
      line
        .map((text, at) => text + ' '.repeat(Math.max(0, (widths[at] ?? 0) - [...text].length)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
