/** Drawn for the wizard, in the product's own colours; they say nothing that the words beside them do not. */
const frame = { viewBox: '0 0 240 120', className: 'onboarding-drawing' } as const;

export const Factory = () => (
  <svg {...frame} aria-hidden="true">
    <path className="ink-soft" d="M20 104V58l36 22V58l36 22V58l36 22v24z" />
    <path className="ink-line" d="M20 104V58l36 22V58l36 22V58l36 22v24zM128 104V34h18v70M8 104h224" />
    <path className="ink-line" d="M137 34c0-12 14-8 14-18M34 92h12M70 92h12M104 92h12" />
    <rect className="ink-accent" x="170" y="74" width="42" height="30" rx="3" />
    <path className="ink-line" d="M170 74h42v30h-42zM186 74v12h10V74" />
  </svg>
);

export const Storefront = () => (
  <svg {...frame} aria-hidden="true">
    <rect className="ink-soft" x="76" y="10" width="62" height="98" rx="9" />
    <rect className="ink-line" x="76" y="10" width="62" height="98" rx="9" />
    <path className="ink-line" d="M98 18h18M86 62h42M86 74h28M8 108h224" />
    <rect className="ink-accent" x="86" y="28" width="42" height="26" rx="4" />
    <path className="ink-line" d="M150 44h34m-10-10 10 10-10 10" />
    <rect className="ink-accent" x="190" y="74" width="34" height="34" rx="3" />
    <path className="ink-line" d="M190 74h34v34h-34zM202 74v12h10V74M30 108V66h26v42M26 66l17-16 17 16" />
  </svg>
);

export const Done = () => (
  <svg {...frame} aria-hidden="true">
    <circle className="ink-soft" cx="120" cy="58" r="44" />
    <circle className="ink-line" cx="120" cy="58" r="44" />
    <path className="ink-strong" d="m100 58 14 14 28-28" />
    <path className="ink-line" d="M40 30v16M32 38h16M196 78v12M190 84h12M58 92h8M186 24h8" />
  </svg>
);
