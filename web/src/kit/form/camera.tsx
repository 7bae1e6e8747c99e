/** The camera of `ScanButton`; a chunk of its own because the decoder is large. */
import { Alert, Loader } from '@mantine/core';
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import { useEffect, useRef, useState } from 'react';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { useText } from '../text';
import { fileWords } from './file-words';

// The decoder would fetch its wasm from a CDN; ours is hosted beside the page.
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
});

const LOOK_EVERY = 150;

/** The same code is taken again only when it has been out of sight for so long: one look is one piece. */
const SAME_AGAIN_MS = 1_500;

/** `goesOn`: it looks for the next code when one is found. */
export function Camera({ onFound, goesOn = false }: { onFound: (code: string) => void; goesOn?: boolean }) {
  const t = useText(fileWords);
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'running' | 'refused'>('starting');
  const found = useRef(onFound);
  found.current = onFound;

  useEffect(() => {
    const stop = new AbortController();
    const take = (code: string) => {
      found.current(code);
      if (!goesOn) stop.abort();
    };
    watch(video.current, stop.signal, () => setState('running'), take).catch(() => {
      if (!stop.signal.aborted) setState('refused');
    });
    return () => stop.abort();
  }, [goesOn]);

  if (state === 'refused') return <Alert color="yellow">{t.noCamera}</Alert>;
  return (
    <div className="camera">
      {state === 'starting' && <Loader className="camera-loader" />}
      <video ref={video} muted playsInline />
      <div className="camera-frame" aria-hidden />
    </div>
  );
}

/** Shows the camera and tells each code that it sees, until it is stopped. Rejects when there is no camera. */
async function watch(
  video: HTMLVideoElement | null,
  signal: AbortSignal,
  onStart: () => void,
  onCode: (code: string) => void,
): Promise<void> {
  if (!video || !navigator.mediaDevices) throw new Error('no camera');
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', release);
  let last = { code: '', at: 0 };
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    onStart();
    const detector = new BarcodeDetector();
    while (!signal.aborted) {
      const [seen] = await detector.detect(video);
      const code = seen?.rawValue ?? '';
      const now = performance.now();
      const isNew = code !== last.code || now - last.at > SAME_AGAIN_MS;
      if (code !== '') {
        last = { code, at: now };
        if (isNew && !signal.aborted) onCode(code);
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
  } finally {
    release();
  }
}
