import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dragged, inside, MAX_ZOOM, squareOf, startView } from './crop';

const size = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) });
const move = fc.record({
  dx: fc.integer({ min: -2000, max: 2000 }),
  dy: fc.integer({ min: -2000, max: 2000 }),
  zoom: fc.double({ min: 0.1, max: 9, noNaN: true }),
});

it('begins with the largest square in the middle', () => {
  const wide = { width: 400, height: 100 };
  expect(squareOf(wide, startView(wide))).toEqual({ left: 150, top: 0, side: 100 });
});

it('follows the hand: the picture goes right, the square left', () => {
  const wide = { width: 400, height: 100 };
  // shown at twice the size, so 20 pixels of the screen are 10 of the picture
  expect(squareOf(wide, dragged(wide, startView(wide), 20, 0, 200))).toEqual({ left: 140, top: 0, side: 100 });
});

it('never leaves the picture, however it is dragged and zoomed', () => {
  fc.assert(
    fc.property(size, fc.array(move, { maxLength: 8 }), (picture, moves) => {
      let view = startView(picture);
      for (const { dx, dy, zoom } of moves) view = inside(picture, { ...dragged(picture, view, dx, dy, 280), zoom });
      const { left, top, side } = squareOf(picture, view);
      const slack = 1e-6 * Math.max(picture.width, picture.height);
      expect(left).toBeGreaterThanOrEqual(-slack);
      expect(top).toBeGreaterThanOrEqual(-slack);
      expect(left + side).toBeLessThanOrEqual(picture.width + slack);
      expect(top + side).toBeLessThanOrEqual(picture.height + slack);
      expect(view.zoom).toBeGreaterThanOrEqual(1);
      expect(view.zoom).toBeLessThanOrEqual(MAX_ZOOM);
    }),
  );
});
