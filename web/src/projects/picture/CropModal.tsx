import { Button, Group, Modal, Slider, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../kit/text';
import { words } from '../../kit/words';
import { dragged, inside, MAX_ZOOM, squareOf, startView, type View } from './crop';
import { text } from './text';
import '../projects.css';

/** Pixels on the screen, and of what is kept: twice the 200 that are advised, for sharp screens. */
const SHOWN = 280;
const KEPT = 400;
const STEP = 12;

interface CropProps {
  picture: ImageBitmap | null;
  close: () => void;
  onCropped: (square: Blob) => void;
}

/** Cuts a square out of a picture: dragged with the mouse or finger, moved with the arrows, zoomed with the slider. */
export function CropModal({ picture, close, onCropped }: CropProps) {
  const t = useText(text);
  return (
    <Modal opened={picture !== null} onClose={close} title={t.cropTitle} centered>
      {picture && <Crop picture={picture} close={close} onCropped={onCropped} />}
    </Modal>
  );
}

function Crop({ picture, close, onCropped }: CropProps & { picture: ImageBitmap }) {
  const t = useText(text);
  const w = useText(words);
  const canvas = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ x: number; y: number } | null>(null);
  const [view, setView] = useState<View>(() => startView(picture));
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, view, SHOWN * Math.min(2, window.devicePixelRatio || 1));
  }, [picture, view]);

  const drag = (dx: number, dy: number) => setView((before) => dragged(picture, before, dx, dy, SHOWN));
  const onPointerMove = (event: PointerEvent) => {
    if (!held.current) return;
    drag(event.clientX - held.current.x, event.clientY - held.current.y);
    held.current = { x: event.clientX, y: event.clientY };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    drag(by[0] * STEP, by[1] * STEP);
  };
  const keep = () => {
    const square = document.createElement('canvas');
    draw(square, picture, view, KEPT);
    // PNG keeps a transparent ground; the server encodes it anew anyway
    square.toBlob((blob) => blob && onCropped(blob), 'image/png');
  };
  return (
    <Stack gap="md" align="center">
      <Text size="sm" c="dimmed">
        {t.cropHint}
      </Text>
      <canvas
        ref={canvas}
        className="crop"
        tabIndex={0}
        role="img"
        aria-label={t.cropLabel}
        style={{ width: SHOWN, height: SHOWN }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          held.current = null;
        }}
        onKeyDown={onKeyDown}
      />
      <div className="crop-zoom">
        <Text size="sm" mb={4} id="crop-zoom">
          {t.zoom}
        </Text>
        <Slider
          thumbProps={{ 'aria-labelledby': 'crop-zoom' }}
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          label={(zoom) => `× ${zoom.toFixed(1)}`}
          value={view.zoom}
          onChange={(zoom) => setView((before) => inside(picture, { ...before, zoom }))}
        />
      </div>
      <Group justify="flex-end" w="100%">
        <Button variant="default" onClick={close}>
          {w.back}
        </Button>
        <Button onClick={keep}>{t.cropDone}</Button>
      </Group>
    </Stack>
  );
}

/** As when dragging with the hand: the arrow moves the picture. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, view: View, side: number): void {
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) return;
  const square = squareOf(picture, view);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, square.left, square.top, square.side, square.side, 0, 0, side, side);
}
