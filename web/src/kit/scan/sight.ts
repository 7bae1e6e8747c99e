/** The same code is taken again only when it has been out of sight for so long: one look is one piece. */
const SAME_AGAIN_MS = 1_500;

/** A picture that is not sharp shows no code, and the label is still there. */
const LOOKS_WITHOUT = 2;

/**
 * Tells a new code from the one that lies before the camera. What counts are the looks that did not see it, not the time
 * between two looks: on a slow telephone one look takes longer than a label is away.
 */
export function sight() {
  let last = '';
  let without = 0;
  let goneAt = 0;
  /** @param code what a picture shows, or '' @param takenAt when it was taken, ms */
  return (code: string, takenAt: number): boolean => {
    if (code === '') {
      if (without === 0) goneAt = takenAt;
      without += 1;
      return false;
    }
    const isAway = without >= LOOKS_WITHOUT && takenAt - goneAt > SAME_AGAIN_MS;
    const isNew = code !== last || isAway;
    last = code;
    without = 0;
    return isNew;
  };
}
