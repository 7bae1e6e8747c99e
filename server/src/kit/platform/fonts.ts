import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const fontFile = (name: string) => require.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`);

/** Roboto comes with pdfmake (Apache 2.0) and has the Ukrainian letters, ’, № and «». */
export const FONT_FILES = {
  normal: fontFile('Regular'),
  bold: fontFile('Medium'),
  italics: fontFile('Italic'),
  bolditalics: fontFile('MediumItalic'),
} as const;
