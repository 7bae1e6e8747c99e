/** The camera of `ScanButton`; a chunk of its own because the decoder is large. */
import { Alert, Loader } from '@mantine/core';
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import { useEffect, useRef, useState } from 'react';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { useText } from '../text';
import { words } from '../words';

// The decoder would fetch its wasm from a CDN; ours is hosted beside the page.
prepareZXingModule({
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
});

const LOOK_EVERY = 150;

export function Camera({ onFound }: { onFound: (code: string) => void }) {
  const t = useText(words);
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'running' | 'refused'>('starting');
  const found = useRef(onFound);
  found.current = onFound;

  useEffect(() => {
    const stop = new AbortController();
    watch(video.current, stop.signal, () => setState('running'))
      .then((code) => {
        if (code !== null) found.current(code);
      })
      .catch(() => {
        if (!stop.signal.aborted) setState('refused');
      });
    return () => stop.abort();
  }, []);

  if (state === 'refused') return <Alert color="yellow">{t.noCamera}</Alert>;
  return (
    <div className="camera">
      {state === 'starting' && <Loader className="camera-loader" />}
      <video ref={video} muted playsInline />
      <div className="camera-frame" aria-hidden />
    </div>
  );
}

/** Shows the camera and looks until a code is seen; null when stopped. Rejects when there is no camera. */
async function watch(video: HTMLVideoElement | null, signal: AbortSignal, onStart: () => void): Promise<string | null> {
  if (!video || !navigator.mediaDevices) throw new Error('no camera');
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', release);
  try {
    if (signal.aborted) return null;
    video.srcObject = stream;
    await video.play();
    onStart();
    const detector = new BarcodeDetector();
    while (!signal.aborted) {
      const [code] = await detector.detect(video);
      if (code?.rawValue) return code.rawValue;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
    return null;
  } finally {
    release();
  }
}
