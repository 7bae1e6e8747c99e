/** A button that reads a code with the camera. The camera's code (decoder and wasm) loads when it is first opened. */
import { ActionIcon, Loader, Modal, Tooltip } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../text';
import { words } from '../words';

const Camera = lazy(() => import('./camera').then((module) => ({ default: module.Camera })));

export function ScanButton({ onFound }: { onFound: (code: string) => void }) {
  const t = useText(words);
  const [scanning, setScanning] = useState(false);
  return (
    <>
      <Tooltip label={t.scan}>
        <ActionIcon variant="subtle" color="gray" onClick={() => setScanning(true)} aria-label={t.scan}>
          <IconScan size={20} />
        </ActionIcon>
      </Tooltip>
      <Modal opened={scanning} onClose={() => setScanning(false)} title={t.scanTitle} centered>
        <Suspense fallback={<Loader />}>
          {scanning && (
            <Camera
              onFound={(code) => {
                setScanning(false);
                if (code.trim()) onFound(code.trim());
              }}
            />
          )}
        </Suspense>
      </Modal>
    </>
  );
}
