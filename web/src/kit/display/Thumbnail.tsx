import './thumbnail.css';
import { IconPhoto } from '@tabler/icons-react';

/** A product's picture, `size` pixels wide and high. Decorative: the name stands beside it. */
export function Thumbnail({ url, size = 40 }: { url: string | null; size?: number }) {
  return (
    <span className="thumbnail" style={{ width: size, height: size }}>
      {url ? (
        <img src={url} alt="" loading="lazy" width={size} height={size} />
      ) : (
        <IconPhoto size={size / 2} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
