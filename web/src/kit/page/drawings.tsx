/** Drawings for empty states and errors, in the colours of the scheme. Drawn for this product. */
import type { ReactNode } from 'react';

export type Drawing = 'boxes' | 'orders' | 'people' | 'money' | 'search' | 'connect' | 'broken' | 'mail' | 'shelf';

function Frame({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 160 112" width="160" height="112" fill="none" aria-hidden="true" className="drawing">
      <ellipse cx="80" cy="100" rx="62" ry="7" className="drawing-ground" />
      {children}
    </svg>
  );
}

const drawings: Record<Drawing, ReactNode> = {
  boxes: (
    <>
      <path className="drawing-fill" d="M30 62h44v36H30z" />
      <path className="drawing-line" d="M30 62h44v36H30zM46 62v12l6-4 6 4V62" />
      <path className="drawing-paper" d="M80 44h50v54H80z" />
      <path className="drawing-line" d="M80 44h50v54H80zM98 44v16l7-5 7 5V44M88 88h14" />
      <path className="drawing-accent" d="M44 30h34v28H44z" />
      <path className="drawing-line" d="M44 30h34v28H44zM56 30v10l5-3 5 3V30" />
    </>
  ),
  orders: (
    <>
      <path className="drawing-fill" d="M38 26h58v72H38z" />
      <path className="drawing-paper" d="M50 18h58v78H50z" />
      <path className="drawing-line" d="M50 18h58v78H50zM62 36h24M62 48h34M62 60h30" />
      <circle className="drawing-accent" cx="108" cy="80" r="17" />
      <path className="drawing-line" d="m100 80 6 6 11-12" />
    </>
  ),
  people: (
    <>
      <path className="drawing-fill" d="M30 98c0-17 10-27 24-27s24 10 24 27z" />
      <circle className="drawing-paper" cx="54" cy="54" r="14" />
      <path className="drawing-accent" d="M82 98c0-17 10-27 24-27s24 10 24 27z" />
      <circle className="drawing-paper" cx="106" cy="54" r="14" />
      <path className="drawing-line" d="M30 98c0-17 10-27 24-27s24 10 24 27zM82 98c0-17 10-27 24-27s24 10 24 27z" />
      <circle className="drawing-line" cx="54" cy="54" r="14" />
      <circle className="drawing-line" cx="106" cy="54" r="14" />
      <path className="drawing-line" d="M66 30c4-8 24-8 28 0m0 0 1-8m-1 8-8-1" />
    </>
  ),
  money: (
    <>
      <path className="drawing-paper" d="M26 42h92v54H26z" />
      <path className="drawing-line" d="M26 42h92v54H26zM26 56h92" />
      <path className="drawing-fill" d="M92 66h34v18H92z" />
      <path className="drawing-line" d="M92 66h34v18H92z" />
      <circle className="drawing-accent" cx="64" cy="30" r="15" />
      <circle className="drawing-line" cx="64" cy="30" r="15" />
      <path className="drawing-line" d="M59 27c0-5 10-5 10 0 0 4-10 3-10 7 0 5 10 5 10 0M56 29h16M56 32h16" />
    </>
  ),
  search: (
    <>
      <path className="drawing-fill" d="M28 34h66v64H28z" />
      <path className="drawing-line" d="M28 34h66v64H28zM40 50h30M40 62h20M40 74h24" />
      <circle className="drawing-paper" cx="98" cy="58" r="24" />
      <circle className="drawing-line" cx="98" cy="58" r="24" />
      <path className="drawing-accent drawing-line" d="m115 76 15 15" />
      <path className="drawing-line" d="M88 58c0-6 4-10 10-10" />
    </>
  ),
  connect: (
    <>
      <rect className="drawing-paper" x="22" y="40" width="48" height="48" rx="10" />
      <rect className="drawing-accent" x="92" y="40" width="48" height="48" rx="10" />
      <path
        className="drawing-line"
        d="M32 40h28a10 10 0 0 1 10 10v28a10 10 0 0 1-10 10H32a10 10 0 0 1-10-10V50a10 10 0 0 1 10-10zM102 40h28a10 10 0 0 1 10 10v28a10 10 0 0 1-10 10h-28a10 10 0 0 1-10-10V50a10 10 0 0 1 10-10zM70 64h22M36 64h20M106 58l8 6-8 6M118 70h8"
      />
    </>
  ),
  broken: (
    <>
      <path className="drawing-fill" d="M34 30h92v66H34z" />
      <path className="drawing-line" d="M34 30h92v66H34zM34 44h92" />
      <path className="drawing-paper" d="m80 44-8 16 14 8-10 28" />
      <path className="drawing-line" d="m80 44-8 16 14 8-10 28" />
      <circle className="drawing-accent" cx="43" cy="37" r="3" />
    </>
  ),
  mail: (
    <>
      <path className="drawing-paper" d="M30 40h100v56H30z" />
      <path className="drawing-line" d="M30 40h100v56H30zM30 40l50 34 50-34M30 96l36-32M130 96 94 64" />
      <circle className="drawing-accent" cx="126" cy="38" r="13" />
      <path className="drawing-line" d="m120 38 5 5 8-9" />
    </>
  ),
  shelf: (
    <>
      <path className="drawing-line" d="M28 20v78M132 20v78M28 56h104M28 94h104" />
      <path className="drawing-accent" d="M40 34h26v22H40z" />
      <path className="drawing-fill" d="M74 28h22v28H74zM44 70h32v24H44z" />
      <path className="drawing-paper" d="M88 66h30v28H88z" />
      <path className="drawing-line" d="M40 34h26v22H40zM74 28h22v28H74zM44 70h32v24H44zM88 66h30v28H88z" />
    </>
  ),
};

export function Picture({ name }: { name: Drawing }) {
  return <Frame>{drawings[name]}</Frame>;
}
