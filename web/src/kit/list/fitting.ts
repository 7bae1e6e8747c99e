/**
 * A long list that hangs from a button scrolls within what is left of the screen above the bar of a phone: if the page
 * had to scroll, the button would leave the screen, and the list with it.
 */
export const FITTING = { shift: true, flip: false, size: { padding: { top: 8, right: 8, left: 8, bottom: 76 } } };
export const SCROLLS = { overflowY: 'auto', overscrollBehavior: 'contain' } as const;
