/** What can be done with a file in `AttachedFiles`: what its owner gives as children, a new name, deletion. */
import { ActionIcon, Button, Group, Menu, Modal, Stack, TextInput } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useConfirm } from '../overlay/confirm';
import { useText } from '../text';
import { text } from './attached-text';

const MAX_NAME = 200;

interface FileMenuProps {
  file: { name: string };
  rename: (name: string) => void;
  remove: () => void;
  /** Items that stand before those of every file. */
  children?: ReactNode;
}

export function FileMenu({ file, rename, remove, children }: FileMenuProps) {
  const t = useText(text);
  const confirm = useConfirm();
  const [isNaming, setNaming] = useState(false);
  const askAndRemove = async () => {
    const isSure = await confirm({
      title: t.removeTitle(file.name),
      effects: [t.removeEffect],
      irreversible: t.removeIrreversible,
      confirmLabel: t.remove,
      danger: true,
    });
    if (isSure) remove();
  };
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.actions(file.name)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {children}
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setNaming(true)}>
            {t.rename}
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void askAndRemove()}>
            {t.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={isNaming} onClose={() => setNaming(false)} title={t.renameTitle} centered>
        <NameForm
          name={file.name}
          save={(name) => {
            setNaming(false);
            if (name !== file.name) rename(name);
          }}
        />
      </Modal>
    </>
  );
}

function NameForm({ name, save }: { name: string; save: (name: string) => void }) {
  const t = useText(text);
  const [value, setValue] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() !== '') save(value.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t.fileName}
          maxLength={MAX_NAME}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={value.trim() === '' ? t.nameNeeded : undefined}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button type="submit">{t.save}</Button>
        </Group>
      </Stack>
    </form>
  );
}
