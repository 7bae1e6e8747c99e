import type { KeyboardEvent } from 'react';
import { useRef } from 'react';

/** No finger goes from one key to the next and on to Enter as fast as a hand scanner does. */
const FASTEST_FINGER_MS = 60;

/** Tells what a hand scanner typed from what a person did: all its signs and Enter come without a pause. */
export function scannerEar() {
  let code = '';
  let at = Number.NEGATIVE_INFINITY;
  /** The code that ends with this key, or null. */
  return (key: string, now: number): string | null => {
    if (now - at > FASTEST_FINGER_MS) code = '';
    at = now;
    if (key.length === 1) code += key;
    if (key !== 'Enter' || code === '') return null;
    const heard = code;
    code = '';
    return heard;
  };
}

/**
 * For the frame of a field of a number, while somebody scans: a code of digits that a hand scanner types into it is no
 * number. The field does not hear its Enter.
 */
export function useScannedInto(take: (code: string) => void): (event: KeyboardEvent) => void {
  const ear = useRef<ReturnType<typeof scannerEar> | null>(null);
  return (event) => {
    ear.current ??= scannerEar();
    const code = ear.current(event.key, event.timeStamp);
    if (code === null) return;
    event.preventDefault();
    event.stopPropagation();
    take(code);
  };
}
