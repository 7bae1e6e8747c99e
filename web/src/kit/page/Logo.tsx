import { Badge } from '@mantine/core';
import { texts, useText } from '../text';

const name = texts({ ua: 'Ланка', en: 'Lanka' });

/** Two links of a chain: a manufacturer and a dropshipper. Drawn for this product. */
export function Logo({ compact = false }: { compact?: boolean }) {
  const t = useText(name);
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="logo-ground" />
        <g fill="none" stroke="#fff" strokeWidth="3">
          <rect x="5.5" y="11" width="13" height="10" rx="5" />
          <path d="M15.5 16a5 5 0 0 1 5-5h1a5 5 0 0 1 0 10h-1a5 5 0 0 1-2.4-.6" />
        </g>
      </svg>
      {!compact && <span className="logo-name">{t}</span>}
      <Badge variant="default" size="sm" radius="sm" className="beta">
        Beta
      </Badge>
    </span>
  );
}
