import { renderPdf } from './pdf';

/** What a thread runs to draw a paper; a build of its own (scripts/build.mjs). */
export const work = renderPdf;
