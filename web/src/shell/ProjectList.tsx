import { DROPSHIPPING, type Role } from '@lanka/domain/kit/roles';
import { Badge, Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { planName } from '../identity';
import { useKnownRoute } from '../kit/page/routes';
import { type SessionProject, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { ProjectPicture } from './ProjectPicture';
import { text } from './text';

const STAFF_ROLES = ['Owner', 'Administrator', 'Manager', 'Producer', 'Stockman'] as const satisfies readonly Role[];

/** The workspaces to choose from: the same in the popover of the top bar and in the drawer of small screens. */
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
