import { type CountProps, useHook } from '../kit/slice';
import { counterpartiesCount } from './facts';

/** What slices above have to tell at the entry of the sidebar. */
export function Waiting({ show }: CountProps) {
  return useHook(counterpartiesCount).map((Count, place) => <Count key={String(place)} show={show} />);
}
