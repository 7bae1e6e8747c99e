import { Group, Popover, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { roleNames } from '../identity';
import { LinesSkeleton } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { ProjectPicture } from './ProjectPicture';
import { text } from './text';

/** Loaded as soon as somebody reaches for the button. */
const list = () => import('./ProjectList');
const ProjectList = lazy(async () => ({ default: (await list()).ProjectList }));

/** In the top bar: a button with the current project. */
export function ProjectSwitcher() {
  const t = useText(text);
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className="switcher"
          onClick={() => setOpened(!opened)}
          onMouseEnter={() => void list()}
          onFocus={() => void list()}
        >
          <VisuallyHidden>{t.switchProject}: </VisuallyHidden>
          <CurrentProject />
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={8} mah="70dvh" style={{ overflowY: 'auto' }}>
        <Suspense fallback={<LinesSkeleton />}>
          <ProjectList close={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

function CurrentProject() {
  const t = useText(text);
  const roles = useText(roleNames);
  const { project, isDropshipping } = useSession();
  const title = project?.title ?? (isDropshipping ? t.dropshipping : t.noProject);
  const role = project ? roles[project.role] : isDropshipping ? t.dropshippingRole : null;
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <ProjectPicture title={project || isDropshipping ? title : null} url={project?.logo_url ?? null} />
      <div className="switcher-words">
        <Text fw={600} size="sm" truncate>
          {title}
        </Text>
        {role && (
          <Text size="xs" c="dimmed" truncate>
            {role}
          </Text>
        )}
      </div>
    </Group>
  );
}
