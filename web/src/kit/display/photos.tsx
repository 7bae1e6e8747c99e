import './photos.css';
import { ActionIcon, Anchor, Badge, Group, Menu, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconDots, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../text';
import { words } from '../words';

export const IMAGE_TYPES = ['.jpg', '.jpeg', '.png', '.webp', '.gif', '.avif'];

export function Photos({ children }: { children: ReactNode }) {
  return <div className="gallery">{children}</div>;
}

interface PhotoProps {
  photo: { readonly url: string; readonly thumbnail_url: string };
  label: string;
  /** The one that lists show. */
  main?: boolean;
  /** What it shows. */
  note?: string | undefined;
  menu?: ReactNode;
}

/** A picture that opens in its full size. */
export function Photo({ photo, label, main = false, note, menu }: PhotoProps) {
  const t = useText(words);
  return (
    <Stack gap={4}>
      <div className="gallery-image" data-main={main || undefined}>
        <Anchor href={photo.url} target="_blank" rel="noopener" aria-label={label}>
          <img src={photo.thumbnail_url} alt={label} loading="lazy" />
        </Anchor>
      </div>
      {(main || note || menu) && (
        <Group justify="space-between" gap={4} wrap="nowrap" mih={28}>
          <Group gap={6} wrap="nowrap" miw={0}>
            {main && (
              <Badge variant="light" size="sm" radius="sm" tt="none" flex="none">
                {t.mainPhoto}
              </Badge>
            )}
            <Text size="sm" c="dimmed" truncate>
              {note}
            </Text>
          </Group>
          {menu}
        </Group>
      )}
    </Stack>
  );
}

interface PhotoMenuProps {
  label: string;
  /** Its place among so many. */
  index: number;
  count: number;
  move: (position: number) => void;
  remove: () => void;
  /** Before the places, and behind them. */
  first?: ReactNode;
  children?: ReactNode;
}

export function PhotoMenu({ label, index, count, move, remove, first, children }: PhotoMenuProps) {
  const t = useText(words);
  return (
    <Menu position="bottom-end" width={240} styles={{ dropdown: { maxHeight: '60vh', overflowY: 'auto' } }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`${t.more}: ${label}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {first}
        <Menu.Item leftSection={<IconArrowLeft size={16} />} disabled={index === 0} onClick={() => move(index - 1)}>
          {t.moveLeft}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowRight size={16} />}
          disabled={index === count - 1}
          onClick={() => move(index + 1)}
        >
          {t.moveRight}
        </Menu.Item>
        {children}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
          {t.deletePhoto}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
