/** The part of pdfmake 0.3 that the layout uses; the package has no types of its own. */
declare module 'pdfmake' {
  export type Alignment = 'left' | 'right' | 'center';

  export interface Style {
    fontSize?: number;
    bold?: boolean;
    color?: string;
    alignment?: Alignment;
    lineHeight?: number;
    margin?: readonly [number, number, number, number];
    noWrap?: boolean;
  }

  export interface TableLayout {
    hLineWidth?: (line: number, node: { table: Table }) => number;
    vLineWidth?: (line: number, node: { table: Table }) => number;
    hLineColor?: string | ((line: number) => string);
    vLineColor?: string;
    fillColor?: (row: number) => string | null;
    paddingTop?: (row: number) => number;
    paddingBottom?: (row: number) => number;
    paddingLeft?: (column: number) => number;
    paddingRight?: (column: number) => number;
  }

  export interface Table {
    widths: readonly (number | 'auto' | '*')[];
    body: Cell[][];
    headerRows?: number;
    keepWithHeaderRows?: number;
    dontBreakRows?: boolean;
  }

  export type Cell = Content & { border?: readonly [boolean, boolean, boolean, boolean]; colSpan?: number };
  export type Content = Style & {
    /** As a data address: JPEG or PNG. */
    image?: string;
    fit?: readonly [number, number];
    svg?: string;
    text?: string | readonly (string | (Style & { text: string }))[];
    stack?: Content[];
    columns?: (Content & { width?: number | 'auto' | '*' })[];
    columnGap?: number;
    table?: Table;
    layout?: TableLayout | 'noBorders';
    unbreakable?: boolean;
  };

  export interface DocumentDefinition {
    pageSize: 'A4';
    pageOrientation?: 'landscape';
    pageMargins: readonly [number, number, number, number];
    info: { title: string; author?: string };
    language?: string;
    defaultStyle: Style & { font: string };
    content: Content[];
    footer: (page: number, pages: number) => Content;
  }

  interface PdfMake {
    setFonts(fonts: Record<string, Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>): void;
    setUrlAccessPolicy(allowed: (url: string) => boolean): void;
    setLocalAccessPolicy(allowed: (path: string) => boolean): void;
    createPdf(definition: DocumentDefinition): { getBuffer(): Promise<Buffer> };
  }
  const pdfmake: PdfMake;
  // biome-ignore lint/style/noDefaultExport: this is how the package exports itself
  export default pdfmake;
}
