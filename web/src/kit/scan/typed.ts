import type { KeyboardEvent } from 'react';
import { useRef } from 'react';

/** No finger goes from one key to the next and on to Enter as fast as a hand scanner does. */
const FASTEST_FINGER_MS = 60;

/**
 * Tells what a hand scanner typed from what a person did: all its signs and Enter come without a pause. `begins` is told
 * of each key after a pause, before it is typed: a code may begin with it.
 */
export function scannerEar(begins: () => void = () => {}) {
  let code = '';
  let at = Number.NEGATIVE_INFINITY;
  /** The code that ends with this key, or null. */
  return (key: string, now: number): string | null => {
    if (now - at > FASTEST_FINGER_MS) {
      code = '';
      begins();
    }
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
 * number. The field does not hear its Enter. At `begins` the field still has what was in it before the code.
 */
export function useScannedInto(take: (code: string) => void, begins?: () => void): (event: KeyboardEvent) => void {
  const ear = useRef<ReturnType<typeof scannerEar> | null>(null);
  const latest = useRef(begins);
  latest.current = begins;
  return (event) => {
    ear.current ??= scannerEar(() => latest.current?.());
    const code = ear.current(event.key, event.timeStamp);
    if (code === null) return;
    event.preventDefault();
    event.stopPropagation();
    take(code);
  };
}
