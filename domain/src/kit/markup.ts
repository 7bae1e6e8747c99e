/** Writing XML and HTML. What stands in a text can be anything that people paste, so all of it goes through here. */

const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** What no XML may hold: control characters, and the two that are no characters. */
const UNSTORABLE = /[^\t\n\r\u0020-\ufffd]/g;

/** A text without that, and without halves of pairs. */
const storable = (text: string): string => text.toWellFormed().replace(UNSTORABLE, '');

export const escaped = (text: string): string => storable(text).replace(/[&<>"']/g, (sign) => SPECIAL[sign] ?? sign);

export type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>;

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');

/** An element around a text; nothing where there is no text. */
export const element = (
  name: string,
  text: string | number | boolean | null | undefined,
  attributes: Attributes = {},
): string =>
  text === null || text === undefined || text === ''
    ? ''
    : `<${name}${attributesOf(attributes)}>${escaped(String(text))}</${name}>`;

/** An element around what is XML already. */
export const wrapped = (name: string, inner: string, attributes: Attributes = {}): string =>
  `<${name}${attributesOf(attributes)}>${inner}</${name}>`;

/** An element around HTML, as marketplaces take descriptions. */
export const html = (name: string, text: string, attributes: Attributes = {}): string =>
  text === '' ? '' : wrapped(name, `<![CDATA[${storable(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`, attributes);

const forHtml = (text: string): string => text.replace(/[&<>]/g, (sign) => SPECIAL[sign] ?? sign);

/** Paragraphs and `- ` lists as HTML. */
export function toHtml(text: string): string {
  if (text.trim() === '') return '';
  const out: string[] = [];
  for (const paragraph of text.split(/\n{2,}/)) {
    let lines: string[] = [];
    let items: string[] = [];
    const endLines = () => {
      if (lines.length > 0) out.push(`<p>${lines.join('<br>')}</p>`);
      lines = [];
    };
    const endItems = () => {
      if (items.length > 0) out.push(`<ul>${items.join('')}</ul>`);
      items = [];
    };
    for (const line of paragraph.split('\n')) {
      if (line.startsWith('- ')) {
        endLines();
        items.push(`<li>${forHtml(line.slice(2))}</li>`);
      } else if (line.trim() !== '') {
        endItems();
        lines.push(forHtml(line));
      }
    }
    endLines();
    endItems();
  }
  return out.join('');
}
