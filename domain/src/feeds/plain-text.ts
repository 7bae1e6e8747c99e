/**
 * Descriptions of feeds are pages pasted with their markup: styles, `data-*`, chat windows. Only the text is kept,
 * with blank lines between paragraphs and `- ` before list items (which is valid Markdown); so there is nothing left
 * to sanitise when it is shown. One pass over the text: no pattern here can run longer than linear time.
 */
const BLOCKS = new Set(
  'p div section article header footer table ul ol dl blockquote h1 h2 h3 h4 h5 h6 pre figure'.split(' '),
);
const LINES = new Set('br tr hr dt dd figcaption'.split(' '));
const HIDDEN = new Set('script style iframe object embed svg noscript template head title textarea select'.split(' '));

const NAMED: Readonly<Record<string, string>> = {
  nbsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  laquo: '«',
  raquo: '»',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  times: '×',
  bull: '•',
  middot: '·',
  euro: '€',
  pound: '£',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  bdquo: '„',
  sbquo: '‚',
  sup1: '¹',
  sup2: '²',
  sup3: '³',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  plusmn: '±',
  micro: 'µ',
  para: '¶',
  sect: '§',
  shy: '',
  zwnj: '',
  zwj: '',
  thinsp: ' ',
  ensp: ' ',
  emsp: ' ',
  minus: '−',
  rarr: '→',
  larr: '←',
  uarr: '↑',
  darr: '↓',
  harr: '↔',
  check: '✓',
  hearts: '♥',
  permil: '‰',
  prime: '′',
  Prime: '″',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  infin: '∞',
  empty: '∅',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
  szlig: 'ß',
  ccedil: 'ç',
  ntilde: 'ñ',
  oslash: 'ø',
  Oslash: 'Ø',
  aring: 'å',
  alpha: 'α',
  beta: 'β',
  Omega: 'Ω',
  omega: 'ω',
  sum: '∑',
  radic: '√',
  cent: '¢',
  yen: '¥',
  ordm: 'º',
  ordf: 'ª',
  tilde: '˜',
  lsaquo: '‹',
  rsaquo: '›',
  lrm: '',
  rlm: '',
  dagger: '†',
  divide: '÷',
  not: '¬',
  acute: '´',
  cedil: '¸',
  uml: '¨',
  star: '☆',
};

/** The character of an HTML or XML reference without `&` and `;`; undefined when it is not one. */
export function decodeReference(name: string): string | undefined {
  const numeric = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
  if (!numeric) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  const code = numeric[1] ? Number.parseInt(numeric[1], 16) : Number(numeric[2]);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff) return '';
  if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || (code >= 127 && code < 160)) return '';
  return String.fromCodePoint(code);
}

function decodeReferences(text: string): string {
  return text.replace(/&(#?[A-Za-z0-9]{1,10});/g, (whole, name: string) => decodeReference(name) ?? whole);
}

/** Where the tag that opens at `from` ends (after `>`). */
function tagEnd(html: string, from: number): number {
  const close = html.indexOf('>', from);
  return close === -1 ? html.length : close + 1;
}

function strip(html: string): string {
  const lastClose = html.lastIndexOf('>');
  let out = '';
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) return out + collapse(html.slice(at));
    out += collapse(html.slice(at, open));
    if (open > lastClose) return out + collapse(html.slice(open)); // no tag ends after this
    const match = /^<(\/?)([A-Za-z][A-Za-z0-9]{0,20})/.exec(html.slice(open, open + 24));
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      at = end === -1 ? html.length : end + 3;
    } else if (match) {
      const name = (match[2] ?? '').toLowerCase();
      at = tagEnd(html, open);
      if (name === 'li' && !match[1]) out += '\n- ';
      else if (LINES.has(name) || name === 'li') out += '\n';
      else if (BLOCKS.has(name)) out += '\n\n';
      else if (name === 'td' || name === 'th') out += ' ';
      else if (HIDDEN.has(name) && !match[1]) at = afterHidden(html, name, at);
    } else if (/^<[!?/]/.test(html.slice(open, open + 2))) {
      at = tagEnd(html, open);
    } else {
      out += '<';
      at = open + 1;
    }
  }
  return out;
}

function afterHidden(html: string, name: string, from: number): number {
  if (html[from - 2] === '/') return from;
  let at = from;
  for (;;) {
    at = html.indexOf('</', at);
    if (at === -1) return html.length;
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return tagEnd(html, at);
    at += 2;
  }
}

/** Line breaks of markup are only spaces; those of plain text are kept by `htmlToText`. */
function collapse(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ');
}

/** A tag that ends: "<a" at the end of a line is a text. */
const LOOKS_LIKE_MARKUP =
  /<\/?(?:p|br|div|li|ul|ol|span|strong|b|i|em|h[1-6]|table|tr|td|a|img|script|style|font|section|iframe)(?:[\s/][^<>]*)?>/i;

const TAG = /<[a-z/!?][^<>]*>/i;

/** Plain text of a description, at most `max` characters. Text that was escaped twice is unpacked once more. */
export function htmlToText(html: string, max = 20_000): { text: string; cut: boolean } {
  let text = html.toWellFormed();
  for (let pass = 0; pass < 2; pass += 1) {
    if (LOOKS_LIKE_MARKUP.test(text)) text = strip(text);
    text = decodeReferences(text);
    if (!LOOKS_LIKE_MARKUP.test(text)) break;
  }
  // What decoding or taking out tags has put together anew is no markup either.
  for (let pass = 0; pass < 3 && TAG.test(text); pass += 1) text = strip(text);
  if (TAG.test(text)) text = text.replaceAll('<', '‹');
  const lines: string[] = [];
  for (const raw of text.split(/\r\n|\r|\n/)) {
    const line = withoutControls(raw)
      .replace(/[\s\u00a0]+/g, ' ')
      .trim();
    if (line === '-' || (line === '' && (lines.length === 0 || lines.at(-1) === ''))) continue;
    const between = line.startsWith('- ') && lines.at(-1) === '' && lines.at(-2)?.startsWith('- ');
    if (between) lines.pop();
    lines.push(line);
  }
  const whole = lines.join('\n').trim();
  return whole.length > max
    ? { text: whole.slice(0, max).toWellFormed().trim(), cut: true }
    : { text: whole, cut: false };
}

function withoutControls(line: string): string {
  let out = '';
  for (const char of line) {
    const code = char.charCodeAt(0);
    out += code < 32 || code === 127 ? ' ' : char;
  }
  return out;
}
