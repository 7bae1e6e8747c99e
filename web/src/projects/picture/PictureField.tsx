import { Avatar, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../kit/text';
import { CropModal } from './CropModal';
import { text } from './text';

interface PictureFieldProps {
  label: string;
  hint: ReactNode;
  url: string | null;
  /** A face is round, a logo is not. */
  round?: boolean;
  busy?: boolean;
  error?: string | null;
  onCropped: (square: Blob) => void;
  onRemove: () => void;
}

/** A square picture: chosen, cut and shown at once, while it is still on its way. */
export function PictureField({ label, hint, url, round, busy, error, onCropped, onRemove }: PictureFieldProps) {
  const t = useText(text);
  const reset = useRef<() => void>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);
  // what the server has replaces the preview once it is there, and takes it away when the picture is gone
  useEffect(() => {
    if (url === null) setPreview(null);
  }, [url]);

  const choose = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    setBroken(false);
    try {
      setPicture(await createImageBitmap(file, { imageOrientation: 'from-image' }));
    } catch {
      setBroken(true);
    }
  };
  const crop = (square: Blob) => {
    setPicture(null);
    setPreview(URL.createObjectURL(square));
    onCropped(square);
  };
  const remove = () => {
    setPreview(null);
    onRemove();
  };
  const shown = preview ?? url;
  const complaint = isBroken ? t.notAnImage : error;
  return (
    <div>
      <Text fw={500} size="sm" mb={4}>
        {label}
      </Text>
      <Group gap="md" wrap="nowrap" align="center">
        <Avatar src={shown} alt={label} size={88} radius={round ? '50%' : 'md'}>
          <IconPhoto size={32} stroke={1.5} />
        </Avatar>
        <Stack gap={6}>
          <Group gap="xs">
            <FileButton
              accept="image/*"
              resetRef={reset}
              inputProps={{ 'aria-label': label, tabIndex: -1 }}
              onChange={(file) => void choose(file)}
            >
              {(props) => (
                <Button {...props} variant="default" loading={busy ?? false}>
                  {shown ? t.replace : t.choose}
                </Button>
              )}
            </FileButton>
            {shown && !busy && (
              <Button variant="subtle" color="gray" onClick={remove}>
                {t.remove}
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
          {complaint && (
            <Text size="sm" c="var(--text-negative)" role="alert">
              {complaint}
            </Text>
          )}
        </Stack>
      </Group>
      <CropModal picture={picture} close={() => setPicture(null)} onCropped={crop} />
    </div>
  );
}
