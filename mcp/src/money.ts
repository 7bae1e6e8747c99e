/** Hryvnias as an assistant reads them without counting zeros: 128000 kopecks are `1280.00`. */
export const uah = (kopecks: number | null): string | null =>
  kopecks === null
    ? null
    : `${kopecks < 0 ? '-' : ''}${Math.floor(Math.abs(kopecks) / 100)}.${`${Math.abs(kopecks) % 100}`.padStart(2, '0')}`;
