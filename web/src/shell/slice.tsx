import { slice } from '../kit/slice';

/** The frame around all pages. */
export const shell = slice({
  name: 'shell',
  level: 15,
  shell: {
    frame: async () => (await import('./Shell')).Shell,
    start: async () => (await import('./Start')).Start,
  },
});
