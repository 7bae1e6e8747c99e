import { Stack, Text, Title } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { useDocumentTitle } from '../kit/ui/page';
import { LegalForm } from './LegalStep';
import { text } from './text';

/** `/cp/new-project`: the legal step alone; back goes one page back in history (specification §2.5). */
export function NewProjectPage() {
  const t = useText(text);
  const navigate = useNavigate();
  const { switchTo } = useSession();
  useDocumentTitle(t.newProject);
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
