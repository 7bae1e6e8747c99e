import { cellsOf, type LabelDesign, sizeOf } from '@lanka/domain/marking/labels';
import PDFDocument from 'pdfkit';
import { FONT_FILES } from '../../kit/platform/fonts';
import { drawCode } from './code';
import { type LabelWords, layOut, type Measure, type PlacedLabel } from './layout';

export interface Label extends LabelWords {
  /** What a QR of it says. */
  readonly address: string;
  readonly code_type: 'qr' | 'barcode';
  readonly count: number;
}

export interface LabelsToDraw {
  readonly design: Pick<LabelDesign, 'format' | 'parts' | 'own_text'>;
  readonly labels: readonly Label[];
  /** PNG. */
  readonly logo: { readonly bytes: Uint8Array; readonly width: number; readonly height: number } | null;
  readonly title: string;
  /** Cells of the first sheet that are used already. */
  readonly skip: number;
}

const dataOf = ({ bytes }: { readonly bytes: Uint8Array }): string =>
  `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;

/** Points a millimetre. */
const POINTS = 72 / 25.4;

/** The standard fonts have no Ukrainian letters: ours is the first. */
const openPaper = (title: string) =>
  new PDFDocument({ autoFirstPage: false, font: FONT_FILES.normal, info: { Title: title }, margin: 0 });

/** By its file: under a name of our own pdfkit would read the font that the paper began with again for each text. */
const fontOf = (bold: boolean): string => (bold ? FONT_FILES.bold : FONT_FILES.normal);

/** The same in all labels, so it is asked of the font once in the life of a thread. */
const widths = new Map<string, number>();
let ruler: ReturnType<typeof openPaper> | undefined;

function widthOf(sign: string, bold: boolean): number {
  const key = `${bold ? 'bold' : 'normal'} ${sign}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  ruler ??= openPaper('');
  const width = ruler.font(fontOf(bold)).fontSize(100).widthOfString(sign) / 100;
  widths.set(key, width);
  return width;
}

/** Letter by letter, without what a font moves them together: to set each try of a line took 100 ms a label. */
const measure: Measure = (text, bold) => [...text].reduce((sum, sign) => sum + widthOf(sign, bold), 0);

const placed = ({ design, logo }: LabelsToDraw, label: Label): PlacedLabel =>
  layOut(design, label, (width) => drawCode(label, width), logo, measure);

/** All labels as PDF: one on a page of its size, or side by side on sheets of A4. */
export async function drawPdf(asked: LabelsToDraw): Promise<Buffer> {
  const paper = openPaper(asked.title);
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    paper.on('data', (chunk: Buffer) => chunks.push(chunk));
    paper.on('end', () => resolve(Buffer.concat(chunks)));
    paper.on('error', reject);
  });
  const { format } = asked.design;
  const { width, height, sheet } = sizeOf(format);
  const cells = cellsOf(format);
  // as one and the same text the picture is in the file once
  const logo = asked.logo && dataOf(asked.logo);
  let cell = sheet ? asked.skip % cells : 0;
  let isOpen = false;
  for (const label of asked.labels) {
    const drawn = placed(asked, label);
    for (let n = 0; n < label.count; n += 1) {
      if (!isOpen || cell === cells) {
        if (isOpen) cell = 0;
        paper.addPage(sheet ? { size: 'A4', margin: 0 } : { size: [width * POINTS, height * POINTS], margin: 0 });
        isOpen = true;
      }
      const x = sheet ? sheet.left + (cell % sheet.columns) * (width + sheet.gap) : 0;
      const y = sheet ? sheet.top + Math.floor(cell / sheet.columns) * height : 0;
      paper
        .save()
        .translate(x * POINTS, y * POINTS)
        .scale(POINTS);
      for (const one of drawn.texts)
        paper
          .font(fontOf(one.bold))
          .fontSize(one.size)
          .text(one.text, one.x, one.y, { lineBreak: false, baseline: 'alphabetic' });
      if (drawn.logo && logo) paper.image(logo, drawn.logo.x, drawn.logo.y, drawn.logo);
      if (drawn.code) {
        const { code } = drawn;
        paper.translate(code.x, code.y).scale(code.across, code.down).path(code.path).fill('black');
      }
      paper.restore();
      cell += 1;
    }
  }
  paper.end();
  return whole;
}

const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SPECIAL[sign] ?? sign);
const short = (length: number): string => String(Math.round(length * 1000) / 1000);

/** The first label as a picture, by the same places. Letters are as wide as on the paper, whatever font the screen has. */
export function drawSvg(asked: LabelsToDraw): string {
  const [label] = asked.labels;
  if (!label) throw new Error('a label is drawn of something');
  const { width, height, texts, code, logo } = placed(asked, label);
  const words = texts.map(
    (one) =>
      `<text x="${short(one.x)}" y="${short(one.y)}" font-size="${short(one.size)}" textLength="${short(one.width)}"` +
      ` lengthAdjust="spacingAndGlyphs"${one.bold ? ' font-weight="500"' : ''}>${escaped(one.text)}</text>`,
  );
  const drawn =
    code &&
    `<path transform="translate(${short(code.x)} ${short(code.y)}) scale(${code.across} ${code.down})" d="${code.path}"/>`;
  const picture =
    logo &&
    asked.logo &&
    `<image x="${short(logo.x)}" y="${short(logo.y)}" width="${short(logo.width)}" height="${short(logo.height)}"` +
      ` href="${dataOf(asked.logo)}"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"`,
    ' font-family="Roboto, Arial, sans-serif"><rect width="100%" height="100%" fill="white"/>',
    ...[picture, drawn].filter((one) => one !== null),
    ...words,
    '</svg>',
  ].join('');
}
