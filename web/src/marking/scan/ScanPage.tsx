import '../../kit/scan/scan.css';
import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page } from '../../kit/page/page';
import { ErrorBoundary, LinesSkeleton } from '../../kit/page/states';
import { AT_ONCE, type ScanMode, ScansContext, scanMode } from '../../kit/scan/modes';
import { useSession } from '../../kit/session';
import { useHook } from '../../kit/slice';
import { useLocale, useText } from '../../kit/text';
import { text } from './text';

const importCamera = () => import('../../kit/form/camera');
const Camera = lazy(async () => ({ default: (await importCamera()).Camera }));

/** `/cp/scan?mode=…`: stays open while one walks along the shelves; the mode says what is done with a code. */
export function ScanPage() {
  const t = useText(text);
  const { locale } = useLocale();
  const session = useSession();
  const [search, setSearch] = useSearchParams();
  const modes = useHook(scanMode)
    .filter(({ visible }) => visible(session))
    .sort((a, b) => a.order - b.order);
  const mode = modes.find(({ id }) => id === search.get('mode')) ?? modes[0];
  const taker = useRef<((code: string) => void) | null>(null);
  /** Scanned while the part that takes it was still being loaded. */
  const early = useRef<string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const wasTyped = useRef(false);
  const scans = useMemo(
    () => ({
      listen(take: (code: string) => void) {
        taker.current = take;
        for (const code of early.current.splice(0)) take(code);
        return () => {
          if (taker.current === take) taker.current = null;
        };
      },
      ready() {
        if (wasTyped.current) field.current?.focus();
      },
    }),
    [],
  );
  const take = (code: string) => {
    wasTyped.current = document.activeElement === field.current;
    const clean = code.trim();
    if (clean === '') return;
    if (taker.current) taker.current(clean);
    else early.current.push(clean);
  };
  useLoaded(modes);
  // one that did not come is asked for again when it is chosen again
  const Part = useMemo(() => mode && lazy(async () => ({ default: await mode.load() })), [mode]);
  if (!mode || !Part) return null;
  return (
    <Page title={t.title} narrow>
      <Stack gap="md" className="scan">
        {modes.length > 1 && (
          <SegmentedControl
            aria-label={t.modes}
            fullWidth
            value={mode.id}
            onChange={(id) => setSearch({ mode: id }, AT_ONCE)}
            data={modes.map(({ id, label }) => ({ value: id, label: label[locale] }))}
          />
        )}
        <Scanner take={take} field={field} />
        <ScansContext value={scans}>
          {/* a boundary for each mode: else the mode before would hear codes until this one is loaded */}
          <ErrorBoundary key={mode.id}>
            <Suspense fallback={<LinesSkeleton />}>
              <Part />
            </Suspense>
          </ErrorBoundary>
        </ScansContext>
      </Stack>
    </Page>
  );
}

/** What may be wanted where there is no network is brought while there is one. */
function useLoaded(modes: readonly ScanMode[]) {
  const all = useRef(modes);
  useEffect(() => {
    const loadCamera = async () => (await importCamera()).loadDecoder();
    for (const load of [...all.current.map((mode) => mode.load), loadCamera]) load().catch(() => {});
  }, []);
}

/** The camera, a field to type into, and a hand scanner that types wherever the focus is. */
function Scanner({ take, field }: { take: (code: string) => void; field: RefObject<HTMLInputElement | null> }) {
  const t = useText(text);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  useHandScanner(take);
  useAwake(isOpen);
  return (
    <Stack gap="xs">
      {isOpen && (
        <div className="scan-camera">
          <Suspense>
            <Camera onFound={take} goesOn />
          </Suspense>
        </div>
      )}
      <div className="scan-input">
        <TextInput
          ref={field}
          label={t.code}
          placeholder={t.codeHint}
          value={typed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            take(event.currentTarget.value);
            setTyped('');
          }}
        />
        <Button
          variant="default"
          className="scan-toggle"
          aria-label={isOpen ? t.closeCamera : t.openCamera}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconCameraOff size={22} /> : <IconCamera size={22} />}
          <span className="scan-toggle-word">{isOpen ? t.closeCamera : t.openCamera}</span>
        </Button>
      </div>
    </Stack>
  );
}

/** A hand scanner types much faster than a person; a longer pause begins a new code. */
const TYPING_PAUSE_MS = 120;

/** Takes what a hand scanner types while no field has the focus: signs one right behind the other, and Enter. */
function useHandScanner(take: (code: string) => void) {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    let code = '';
    let at = 0;
    const hear = (event: KeyboardEvent) => {
      const { target } = event;
      const isField = target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]');
      if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.timeStamp - at > TYPING_PAUSE_MS) code = '';
      at = event.timeStamp;
      if (event.key.length === 1) code += event.key;
      if (event.key !== 'Enter') return;
      if (code !== '') {
        // else it would press the button that has the focus
        event.preventDefault();
        latest.current(code);
      }
      code = '';
    };
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }, []);
}

/** While the camera is on, the telephone does not fall asleep, where it can be told so. */
function useAwake(isOn: boolean) {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return;
    const lock = navigator.wakeLock.request('screen').catch(() => null);
    return () => void lock.then((held) => held?.release());
  }, [isOn]);
}
