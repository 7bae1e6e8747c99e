import { Button, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useDocumentTitle } from '../kit/page/page';
import { EmptyState } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { LegalForm } from './LegalStep';
import { text } from './text';

/** `/cp/new-project`: the legal step alone; back goes one page back in history (specification §2.5). */
export function NewProjectPage() {
  const t = useText(text);
  const navigate = useNavigate();
  const { user, project, switchTo } = useSession();
  useDocumentTitle(t.newProject);
  // the way here is offered only to whoever owns none (specification §2.4)
  const owned = user.projects.find(({ role }) => role === 'Owner');
  if (owned)
    return (
      <EmptyState
        drawing="shelf"
        order={1}
        title={t.ownsTitle}
        text={t.ownsText(owned.title)}
        action={
          project?.id === owned.id ? (
            <Button component={Link} to="/cp/settings">
              {t.toSettings}
            </Button>
          ) : (
            <Button onClick={() => switchTo(owned.id)}>{t.toProject}</Button>
          )
        }
      />
    );
  return (
    <Stack className="onboarding" gap="xl">
      <header>
        <Title order={1}>{t.newProject}</Title>
        <Text c="dimmed" mt="xs" size="lg">
          {t.newProjectText}
        </Text>
      </header>
      <LegalForm
        project={null}
        back={() => void navigate(-1)}
        saved={async (project) => switchTo(project.id)}
        label={t.createProject}
      />
    </Stack>
  );
}
