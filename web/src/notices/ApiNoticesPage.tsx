import type { NoticeArea } from '@lanka/domain/kit/notice_areas';
import { listNotices, type Notice, readNoticeSettings, saveNoticeSettings } from '@lanka/domain/notices/contract';
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ApiTabs } from '../api_keys';
import { Section } from '../kit/display/facts';
import { useAction, useCall, usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { NoticeList } from './NoticeList';
import { Choice } from './SettingsPage';
import { text } from './text';

/** What the site and programs of others bring about. */
const API_AREAS: readonly NoticeArea[] = ['requests', 'integrations'];

/** `/cp/integrations/api/notices`: what one is told of them in this project, by which way, and what was told. */
export function ApiNoticesPage() {
  const t = useText(text);
  const { project } = useSession();
  return (
    <Page title={t.title} subtitle={t.apiSubtitle} narrow>
      <ApiTabs />
      {project && <Choices project_id={project.id} />}
      {project && <Told project_id={project.id} />}
    </Page>
  );
}

/** By the id: what is chosen and told is of all projects of a person, and the calls know no other name of one. */
interface OfProject {
  project_id: string;
}

function Choices({ project_id }: OfProject) {
  const t = useText(text);
  const settings = useCall(readNoticeSettings, {});
  const save = useAction(saveNoticeSettings, { success: t.saved });
  return (
    <Section title={t.settings}>
      <Stack gap="md">
        <Text c="dimmed">{t.apiWho}</Text>
        <Loaded query={settings}>
          {({ projects }) => (
            <ul className="notice-choices">
              {projects
                .find(({ project }) => project.id === project_id)
                ?.choices.filter(({ area }) => API_AREAS.includes(area))
                .map((choice) => (
                  <Choice
                    key={choice.area}
                    choice={choice}
                    busy={save.isPending}
                    change={(changed) => save.mutate({ body: { projects: [{ project_id, choices: [changed] }] } })}
                  />
                ))}
            </ul>
          )}
        </Loaded>
        <Text size="sm" c="dimmed">
          {t.botText}{' '}
          <Anchor component={Link} to="/cp/profile/telegram" inherit underline="always">
            {t.toBot}
          </Anchor>
        </Text>
      </Stack>
    </Section>
  );
}

function Told({ project_id }: OfProject) {
  const t = useText(text);
  const list = usePages<Notice>(listNotices, { query: { area: API_AREAS.join(), project_id } });
  return (
    <Loaded query={list}>
      {(items) => (
        <Section title={t.told} empty={items.length === 0 && t.toldNothing}>
          <NoticeList notices={items} />
          <MoreRows list={list} />
        </Section>
      )}
    </Loaded>
  );
}
