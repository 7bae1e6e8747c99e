import type { NoticeArea } from '@lanka/domain/kit/notice_areas';
import {
  listNotices,
  type Notice,
  type NoticeChoice,
  readNoticeSettings,
  saveNoticeSettings,
} from '@lanka/domain/notices/contract';
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ApiTabs, useIsDropshipper } from '../api_keys';
import { Section } from '../kit/display/facts';
import { useAction, useCall, usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useSession, useSuppliers } from '../kit/session';
import { useText } from '../kit/text';
import { NoticeList } from './NoticeList';
import { Choice } from './SettingsPage';
import { text } from './text';

/** What the site and programs of others bring about. */
const API_AREAS: readonly NoticeArea[] = ['requests', 'integrations'];
/** A dropshipper has keys and webhooks; requests come to sites of suppliers. */
const MY_AREAS: readonly NoticeArea[] = ['integrations'];

/** `/cp/integrations/api/notices`: what one is told of them, by which way, and what was told. */
export function ApiNoticesPage() {
  const t = useText(text);
  const { project } = useSession();
  const isMine = useIsDropshipper();
  const own = useSuppliers().map(({ id }) => id);
  return (
    <Page title={t.title} subtitle={isMine ? t.myApiSubtitle : t.apiSubtitle} narrow>
      <ApiTabs />
      {isMine ? (
        <>
          <Choices who={t.myApiWho} areas={MY_AREAS} projectIds={own} />
          <Told areas={MY_AREAS} />
        </>
      ) : (
        project && (
          <>
            <Choices who={t.apiWho} areas={API_AREAS} projectIds={[project.id]} />
            <Told areas={API_AREAS} project_id={project.id} />
          </>
        )
      )}
    </Page>
  );
}

interface ChoicesProps {
  who: string;
  areas: readonly NoticeArea[];
  /**
   * By their ids: what is chosen is of all projects of a person. Of a dropshipper's keys he is told in the name of one of
   * his suppliers, whichever is there; so he chooses for all of them at once.
   */
  projectIds: readonly string[];
}

function Choices({ who, areas, projectIds }: ChoicesProps) {
  const t = useText(text);
  const settings = useCall(readNoticeSettings, {});
  const save = useAction(saveNoticeSettings, { success: t.saved });
  const saveIn = (ids: readonly string[], choice: NoticeChoice) =>
    save.mutate({ body: { projects: ids.map((project_id) => ({ project_id, choices: [choice] })) } });
  return (
    <Section title={t.settings}>
      <Stack gap="md">
        <Text c="dimmed">{who}</Text>
        <Loaded query={settings}>
          {({ projects }) => {
            const shown = projects.filter(({ project }) => projectIds.includes(project.id));
            const ids = shown.map(({ project }) => project.id);
            return (
              <ul className="notice-choices">
                {shown[0]?.choices
                  .filter(({ area }) => areas.includes(area))
                  .map((choice) => (
                    <Choice
                      key={choice.area}
                      choice={choice}
                      busy={save.isPending}
                      change={(changed) => saveIn(ids, changed)}
                    />
                  ))}
              </ul>
            );
          }}
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

function Told({ areas, project_id }: { areas: readonly NoticeArea[]; project_id?: string }) {
  const t = useText(text);
  const query = { area: areas.join(), ...(project_id ? { project_id } : {}) };
  const list = usePages<Notice>(listNotices, { query });
  return (
    <Loaded query={list}>
      {(items) => (
        <Section title={t.told} empty={items.length === 0 && (project_id ? t.toldNothing : t.myToldNothing)}>
          <NoticeList notices={items} />
          <MoreRows list={list} />
        </Section>
      )}
    </Loaded>
  );
}
