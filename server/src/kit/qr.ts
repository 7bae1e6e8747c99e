import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** A QR of an address or of other text as SVG: black on white in any colour scheme, four modules of white around it. */
export const qrSvg = (text: string): string =>
  toSvgSource(generate(text, { minCorrectionLevel: correction.M }), { on: '#000', off: '#fff', pad: 4 });
