import { DROPSHIPPING, type Role } from '@lanka/domain/kit/roles';
import {
  Avatar,
  Badge,
  Button,
  Group,
  Popover,
  ScrollArea,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { planName, roleNames } from '../identity';
import { initials } from '../kit/format';
import { useKnownRoute } from '../kit/routes';
import { type SessionProject, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { text } from './text';

const STAFF_ROLES = ['Owner', 'Administrator', 'Manager', 'Producer', 'Stockman'] as const satisfies readonly Role[];

/** In the top bar: a button with the current project. */
export function ProjectSwitcher() {
  const t = useText(text);
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className="switcher" onClick={() => setOpened(!opened)}>
          <VisuallyHidden>{t.switchProject}: </VisuallyHidden>
          <CurrentProject />
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        <ScrollArea.Autosize mah="70dvh">
          <ProjectList close={() => setOpened(false)} />
        </ScrollArea.Autosize>
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
      <ProjectPicture title={title} url={project?.logo_url ?? null} />
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

const ProjectPicture = ({ title, url }: { title: string; url: string | null }) => (
  <Avatar src={url} alt="" aria-hidden size={36} radius="sm" color="accent">
    {initials(title)}
  </Avatar>
);

export function ProjectList({ close }: { close: () => void }) {
  const t = useText(text);
  const { locale } = useLocale();
  const known = useKnownRoute();
  const { user, project, isDropshipping, switchTo } = useSession();
  const choose = (id: string) => {
    close();
    switchTo(id);
  };
  const clients = user.projects.filter(({ role }) => role === 'Client');
  const ownsNone = user.projects.every(({ role }) => role !== 'Owner');
  return (
    <Stack gap={4}>
      {STAFF_ROLES.map((role) => (
        <ProjectGroup
          key={role}
          title={t.roleGroup[role]}
          projects={user.projects.filter((one) => one.role === role)}
          current={project?.id ?? null}
          choose={choose}
        />
      ))}
      <section aria-label={t.clientProjects}>
        <GroupTitle>{t.clientProjects}</GroupTitle>
        <ProjectEntry
          title={t.dropshipping}
          url={null}
          note={planName(user.subscription_plan, locale)}
          current={isDropshipping}
          onClick={() => choose(DROPSHIPPING)}
        />
        {clients.map((one) => (
          <ProjectEntry
            key={one.id}
            title={one.title}
            url={one.logo_url}
            current={one.id === project?.id}
            onClick={() => choose(one.id)}
          />
        ))}
      </section>
      {ownsNone && known('/cp/new-project') && (
        <Button
          component={Link}
          to="/cp/new-project"
          variant="light"
          leftSection={<IconPlus size={16} />}
          onClick={close}
          mt="xs"
        >
          {t.createProject}
        </Button>
      )}
    </Stack>
  );
}

const GroupTitle = ({ children }: { children: string }) => (
  <Text size="xs" c="dimmed" fw={600} px="xs" pt="xs" pb={4}>
    {children}
  </Text>
);

interface ProjectGroupProps {
  title: string;
  projects: readonly SessionProject[];
  current: string | null;
  choose: (id: string) => void;
}

function ProjectGroup({ title, projects, current, choose }: ProjectGroupProps) {
  const { locale } = useLocale();
  if (projects.length === 0) return null;
  return (
    <section aria-label={title}>
      <GroupTitle>{title}</GroupTitle>
      {projects.map((one) => (
        <ProjectEntry
          key={one.id}
          title={one.title}
          url={one.logo_url}
          note={planName(one.subscription_plan, locale)}
          current={one.id === current}
          onClick={() => choose(one.id)}
        />
      ))}
    </section>
  );
}

interface ProjectEntryProps {
  title: string;
  url: string | null;
  note?: string | null;
  current: boolean;
  onClick: () => void;
}

function ProjectEntry({ title, url, note, current, onClick }: ProjectEntryProps) {
  return (
    <UnstyledButton className="project-entry" aria-current={current || undefined} onClick={onClick}>
      <ProjectPicture title={title} url={url} />
      <Text size="sm" fw={500} className="wrap-anywhere" flex={1}>
        {title}
      </Text>
      {note && (
        <Badge variant="default" size="sm" radius="sm" className="plain-badge">
          {note}
        </Badge>
      )}
      {current && <IconCheck size={16} aria-hidden />}
    </UnstyledButton>
  );
}
