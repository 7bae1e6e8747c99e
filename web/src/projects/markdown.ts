/** Marks of markdown around what is selected in a text, put on and taken off again. Pure. */

export interface Selected {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

export type Mark = 'bold' | 'italic' | 'heading';

const SIGNS = { bold: '**', italic: '*' } as const;
const HEADING = '## ';

/** The text with the mark, or without it when it was there; and what is selected then. */
export function toggleMark(selected: Selected, mark: Mark): Selected {
  return mark === 'heading' ? toggleHeading(selected) : toggleSigns(selected, SIGNS[mark]);
}

function toggleSigns({ value, start, end }: Selected, sign: string): Selected {
  const before = value.slice(0, start);
  const inner = value.slice(start, end);
  const after = value.slice(end);
  // one asterisk beside another is bold, not italic
  const isMarked =
    before.endsWith(sign) &&
    after.startsWith(sign) &&
    (sign === '**' || !(before.endsWith('**') && !before.endsWith('***')));
  if (isMarked) {
    const cut = sign.length;
    return { value: before.slice(0, -cut) + inner + after.slice(cut), start: start - cut, end: end - cut };
  }
  return { value: before + sign + inner + sign + after, start: start + sign.length, end: end + sign.length };
}

function toggleHeading({ value, start, end }: Selected): Selected {
  const line = value.slice(0, start).lastIndexOf('\n') + 1;
  const known = /^#{1,6} /.exec(value.slice(line))?.[0];
  const sign = known === undefined ? HEADING : '';
  const shift = sign.length - (known?.length ?? 0);
  return {
    value: value.slice(0, line) + sign + value.slice(line + (known?.length ?? 0)),
    start: Math.max(line, start + shift),
    end: Math.max(line, end + shift),
  };
}
