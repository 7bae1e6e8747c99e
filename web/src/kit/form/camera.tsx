/** The camera of `ScanButton`; a chunk of its own because the decoder is large. */
import { Alert, Loader } from '@mantine/core';
import { BarcodeDetector, prepareZXingModule, purgeZXingModule } from 'barcode-detector/ponyfill';
import { useEffect, useRef, useState } from 'react';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { sight } from '../scan/sight';
import { useText } from '../text';
import { fileWords } from './file-words';

// The decoder would fetch its wasm from a CDN; ours is hosted beside the page.
const overrides = {
  locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path),
};

/** Brings the decoder, so that the camera works where there is no network. What did not come is asked for anew. */
export async function loadDecoder(): Promise<void> {
  try {
    await prepareZXingModule({ overrides, fireImmediately: true });
  } catch (error) {
    purgeZXingModule();
    throw error;
  }
}

const LOOK_EVERY = 150;

/** A camera that was closed a moment ago, or is held by another application, comes a little later. */
const BUSY = ['NotReadableError', 'AbortError'];
const BUSY_PAUSE_MS = 500;
const BUSY_TRIES = 4;

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
  await loadDecoder();
  const stream = await openCamera(signal);
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', release);
  const isNew = sight();
  try {
    if (signal.aborted) return;
    video.srcObject = stream;
    await video.play();
    onStart();
    const detector = new BarcodeDetector();
    while (!signal.aborted) {
      const takenAt = performance.now();
      // a picture that cannot be read is followed by the next
      const [seen] = await detector.detect(video).catch(() => []);
      const code = seen?.rawValue ?? '';
      if (isNew(code, takenAt) && !signal.aborted) onCode(code);
      await pause(LOOK_EVERY);
    }
  } finally {
    release();
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
    } catch (error) {
      const isBusy = error instanceof DOMException && BUSY.includes(error.name);
      if (!isBusy || tries === BUSY_TRIES || signal.aborted) throw error;
      await pause(BUSY_PAUSE_MS);
    }
  }
}
