import { drawPdf, drawSvg, type LabelsToDraw } from './draw';

/** What a thread runs to draw labels; a build of its own (scripts/build.mjs). */
export const work = ({ as, ...asked }: LabelsToDraw & { readonly as: 'pdf' | 'svg' }): Promise<Buffer> | string =>
  as === 'pdf' ? drawPdf(asked) : drawSvg(asked);
