import type { ReactNode } from 'react';
import type { Thing } from './features';

/** Drawn for this product: 24 × 24, one line width, so that they sit together. */
const THINGS: Record<Thing, ReactNode> = {
  dress: <path d="M9 3v3l1.5 3L7 20.5h10L13.5 9 15 6V3M9 3c1 1.6 5 1.6 6 0" />,
  sweater: <path d="M8.5 4 3.5 7.5 5 14l2.5-.8V20h9v-6.8l2.5.8 1.5-6.5-5-3.5c-1 2-6 2-7 0ZM7.500 17.300h9" />,
  bag: <path d="M5 9h14l1 11H4L5 9Zm3.500 3V8a3.500 3.500 0 0 1 7 0v4" />,
  shirt: <path d="M9 3.500 4 6v5h3v9.500h10V11h3V6l-5-2.500-3 3-3-3ZM12 6.500v14M10.500 4.800 9 8M13.500 4.800 15 8" />,
  person: (
    <>
      <circle cx="12" cy="8" r="3.8" />
      <path d="M4.500 20.500c.6-4.300 3.500-6.200 7.500-6.200s6.900 1.900 7.500 6.2" />
    </>
  ),
  paper: <path d="M6 3h8.500L19 7.500V21H6V3Zm8 0v5h5M9 12.500h7M9 16.500h5" />,
  coin: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M14.800 9c-.5-1.200-1.500-1.800-2.800-1.800-1.600 0-2.800.9-2.800 2.200 0 3.200 5.800 1.900 5.800 5.100 0 1.400-1.300 2.300-3 2.300-1.500 0-2.600-.7-3.100-2M7.500 11h9M7.500 13.500h9" />
    </>
  ),
  factory: <path d="M3.500 20.500V9.500l5.500 3.200V9.500l5.500 3.200V4h4l1 16.500h-16ZM7.500 16.500h2M13 16.500h2" />,
};

export function Drawing({ of, size = 24 }: { of: Thing; size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className="line" aria-hidden="true">
      {THINGS[of]}
    </svg>
  );
}

const ADVANTAGES: readonly ReactNode[] = [
  <path key="0" d="M4 9.500 16 4l12 5.500v13L16 28 4 22.500v-13Zm0 0 12 5.500 12-5.500M16 15v13M10 6.800l12 5.500v5" />,
  <path
    key="1"
    d="M4 16h7m10 0h7M11 16a5 5 0 1 0 10 0 5 5 0 0 0-10 0Zm2.800 0 1.500 1.600 2.900-3.100M4 10v12M28 10v12"
  />,
  <path key="2" d="M16 5v22M10 27h12M6 9h20M6 9l-4 9c1.500 3 6.500 3 8 0L6 9Zm20 0-4 9c1.500 3 6.500 3 8 0l-4-9Z" />,
  <path
    key="3"
    d="M4 9h10m6 0h8M4 16h3m6 0h15M4 23h14m6 0h4M14 9a3 3 0 1 0 6 0 3 3 0 0 0-6 0ZM7 16a3 3 0 1 0 6 0 3 3 0 0 0-6 0Zm11 7a3 3 0 1 0 6 0 3 3 0 0 0-6 0Z"
  />,
  <path key="4" d="M8 4h11l6 6v18H8V4Zm11 0v6h6M12 16h9M12 20h9M12 24h5" />,
  <path
    key="5"
    d="M8 12a4 4 0 1 0 8 0 4 4 0 0 0-8 0Zm-4 14c.5-5 3.500-7 8-7 2 0 3.700.4 5 1.300M24 16v11m-5.500-6h11m-9.500-3 8 6.5"
  />,
];

export function AdvantageDrawing({ at }: { at: number }) {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" className="line" aria-hidden="true">
      {ADVANTAGES[at]}
    </svg>
  );
}

export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#22707a" />
      <g fill="none" stroke="#fff" strokeWidth="3">
        <rect x="5.5" y="11" width="13" height="10" rx="5" />
        <path d="M15.5 16a5 5 0 0 1 5-5h1a5 5 0 0 1 0 10h-1a5 5 0 0 1-2.4-.6" />
      </g>
    </svg>
  );
}

/** The dress of the product card: cloth in the accent's shades, drawn for this page. */
export function DressPicture() {
  return (
    <svg viewBox="0 0 200 220" className="dress-picture" aria-hidden="true">
      <rect width="200" height="220" className="cloth-ground" />
      <circle cx="152" cy="54" r="64" className="cloth-sun" />
      <path d="M76 34c6 14 42 14 48 0l12 10-10 46 42 108c-44 14-92 14-136 0L74 90 64 44l12-10Z" className="cloth" />
      <path d="M74 90c16 8 36 8 52 0l2 12c-18 7-38 7-56 0l2-12Z" className="cloth-belt" />
      <path d="M88 104 66 204M100 106v102M112 104l22 100" className="cloth-fold" />
      <path d="M88 40c4 8 20 8 24 0M100 46v40" className="cloth-fold" />
      <path d="M94 58l6 6 6-6M94 70l6 6 6-6" className="cloth-stitch" />
    </svg>
  );
}
