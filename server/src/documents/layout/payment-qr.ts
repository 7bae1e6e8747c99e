import { correction, generate } from 'lean-qr';

/** Modules of white around it. */
const QUIET = 4;
/** Of the side: the circle that the National Bank's rules ask for in the middle. */
const CIRCLE = 0.19;

/** The sign of the hryvnia in a square from -1 to 1, in strokes: fonts for paper rarely have it. */
const HRYVNIA = 'M-.45-.5C-.35-.88.46-.94.46-.42C.46.08-.46-.08-.46.42C-.46.94.35.88.46.5M-.72-.14H.72M-.72.16H.72';

/**
 * The QR for payment as SVG, with the hryvnia in a white circle in the middle. What the circle covers the correction
 * brings back: a quarter of it may be lost (Q), of a long one a seventh (M).
 */
export function paymentQr(link: string): string {
  const code = generateWithin(link);
  const side = code.size + 2 * QUIET;
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (!code.get(x, y)) continue;
      const from = x;
      while (x < code.size && code.get(x, y)) x += 1;
      path += `M${from + QUIET} ${y + QUIET}h${x - from}v1h${from - x}z`;
    }
  }
  const radius = (code.size * CIRCLE) / 2;
  const scale = radius * 0.72;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" fill="#ffffff"/><path d="${path}" fill="#000000"/><circle cx="${side / 2}" cy="${side / 2}" r="${radius}" fill="#ffffff"/><g transform="translate(${side / 2} ${side / 2}) scale(${scale})"><path d="${HRYVNIA}" fill="none" stroke="#000000" stroke-width="0.2"/></g></svg>`;
}

/** Versions 10 to 20, as the rules have it. */
function generateWithin(link: string) {
  const within = { minVersion: 10, maxVersion: 20 };
  try {
    return generate(link, { ...within, minCorrectionLevel: correction.Q });
  } catch {
    return generate(link, { ...within, minCorrectionLevel: correction.M });
  }
}
