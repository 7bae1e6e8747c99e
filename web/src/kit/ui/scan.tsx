/**
 * A field for codes: types like any other, takes what a hand scanner types (it ends with Enter), and on a phone
 * opens the camera. The camera's code (decoder and wasm) loads when it is first opened.
 *
 *   <ScanField label={t.barcode} onScan={(code) => find(code)} />
 */
import { ActionIcon, Loader, Modal, TextInput, Tooltip } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../text';
import { words } from '../words';

const Camera = lazy(() => import('./camera').then((module) => ({ default: module.Camera })));

interface ScanFieldProps {
  label: string;
  hint?: string;
  /** A whole code: after Enter, or seen by the camera. */
  onScan: (code: string) => void;
  /** For a field that also keeps the code. */
  value?: string;
  onChange?: (text: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
  disabled?: boolean;
}

export function ScanField({ label, hint, onScan, value, onChange, error, autoFocus, disabled }: ScanFieldProps) {
  const t = useText(words);
  const [own, setOwn] = useState('');
  const [scanning, setScanning] = useState(false);
  const text = value ?? own;
  const change = onChange ?? setOwn;
  const found = (code: string) => {
    const clean = code.trim();
    if (clean === '') return;
    change(value === undefined ? '' : clean);
    onScan(clean);
  };
  return (
    <>
      <TextInput
        label={label}
        description={hint}
        error={error}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // A scanner ends a code with Enter; that must not submit the form around.
          event.preventDefault();
          found(text);
        }}
        autoComplete="off"
        spellCheck={false}
        {...(autoFocus ? { 'data-autofocus': true, autoFocus: true } : {})}
        disabled={disabled ?? false}
        rightSection={
          <Tooltip label={t.scan}>
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={() => setScanning(true)}
              aria-label={t.scan}
              disabled={disabled ?? false}
            >
              <IconScan size={20} />
            </ActionIcon>
          </Tooltip>
        }
      />
      <Modal opened={scanning} onClose={() => setScanning(false)} title={t.scanTitle} centered>
        <Suspense fallback={<Loader />}>
          {scanning && (
            <Camera
              onFound={(code) => {
                setScanning(false);
                found(code);
              }}
            />
          )}
        </Suspense>
      </Modal>
    </>
  );
}
