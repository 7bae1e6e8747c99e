/** The geometry of a square cut out of a picture: no drawing, only numbers. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What is looked at: how much closer than «the whole shorter side», and the middle in pixels of the picture. */
export interface View {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export const MAX_ZOOM = 4;

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most);

/** The side of the square in pixels of the picture. */
export const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom;

/** The largest square, in the middle. */
export const startView = ({ width, height }: Size): View => ({ zoom: 1, x: width / 2, y: height / 2 });

/** The nearest view whose square lies wholly inside the picture. */
export function inside(size: Size, view: View): View {
  const zoom = between(1, view.zoom, MAX_ZOOM);
  const half = sideOf(size, zoom) / 2;
  return {
    zoom,
    x: between(half, view.x, size.width - half),
    y: between(half, view.y, size.height - half),
  };
}

/** The view after the picture was dragged by so many pixels of a square shown `shown` pixels wide. */
export function dragged(size: Size, view: View, dx: number, dy: number, shown: number): View {
  const scale = sideOf(size, view.zoom) / shown;
  return inside(size, { ...view, x: view.x - dx * scale, y: view.y - dy * scale });
}

/** The square itself: its upper left corner and side. */
export function squareOf(size: Size, view: View): { left: number; top: number; side: number } {
  const side = sideOf(size, view.zoom);
  return { left: view.x - side / 2, top: view.y - side / 2, side };
}
