import type { ComponentProps } from 'react';
import { Money } from '../kit/display/values';

type SumProps = Omit<ComponentProps<typeof Money>, 'kopecks'> & {
  /** Null: the server has not answered yet. */
  kopecks: number | null;
  /** Something was changed since: the number is pale until the new one comes. */
  isOld: boolean;
};

/** A sum that the server computes while the form is filled in. */
export function Sum({ kopecks, isOld, ...money }: SumProps) {
  return (
    <span aria-live="polite" aria-busy={isOld} style={{ opacity: isOld ? 0.55 : 1 }}>
      {kopecks === null ? '…' : <Money kopecks={kopecks} {...money} />}
    </span>
  );
}
