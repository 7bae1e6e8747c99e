import * as contract from '@lanka/domain/bot/contract';
import { Button, List, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Section } from '../kit/display/facts';
import { useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { ProfileTabs } from '../kit/page/profile-tabs';
import { Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Connection } from './Connection';
import { Groups } from './Groups';
import { text } from './text';

/** While Start is not pressed yet; live updates tell of it too, but not in the workspace of a dropshipper. */
const WATCH_MS = 3_000;

/** `/cp/integrations/bot`, and as a tab of the profile `/cp/profile/telegram`. */
export function BotPage() {
  const t = useText(text);
  const { user, project, can } = useSession();
  const isProfile = useLocation().pathname.startsWith('/cp/profile');
  const [isWaiting, setWaiting] = useState(false);
  const mine = useCall(contract.readMyBotLinks, {}, { refetchInterval: isWaiting ? WATCH_MS : false });
  const isPending = mine.data?.projects.some(({ link }) => link.status === 'pending') === true;
  const hasBot = Boolean(mine.data?.bot);
  if (isPending !== isWaiting) setWaiting(isPending);
  return (
    <Page title={isProfile ? t.profile : t.title} narrow {...(isProfile ? { subtitle: user.email } : {})}>
      {isProfile && <ProfileTabs />}
      <Loaded query={mine}>{(found) => <Connections found={found} here={project?.id} />}</Loaded>
      {!isProfile && project && can('bot.groups') && hasBot && <Groups />}
      <Section title={t.whatComes}>
        <Stack gap="sm" align="flex-start">
          <Text>{t.whatComesText}</Text>
          <Button component={Link} to="/cp/notices/settings" variant="default">
            {t.choose}
          </Button>
        </Stack>
      </Section>
      {hasBot && (
        <Section title={t.commands}>
          <List>
            {Object.values(t.command).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </Section>
      )}
    </Page>
  );
}

/** Of the project at hand; of whoever works with several, the one that he chooses. */
function Connections({ found: { bot, projects }, here }: { found: contract.MyBotLinks; here: string | undefined }) {
  const t = useText(text);
  const [chosen, setChosen] = useState(here);
  const shown = projects.find(({ project }) => project.id === chosen) ?? projects[0];
  if (!bot) return <Section title={t.off} empty={t.offText} />;
  if (!shown) return <Section title={t.title} empty={t.noProjects} />;
  return (
    <Section title={<span className="named-by-project">{shown.project.title}</span>}>
      <Stack gap="md">
        <Text c="dimmed">{t.about}</Text>
        {projects.length > 1 && !here && (
          <Select
            label={t.supplier}
            data={projects.map(({ project }) => ({ value: project.id, label: project.title }))}
            value={shown.project.id}
            onChange={(id) => id && setChosen(id)}
            allowDeselect={false}
            searchable={projects.length > 8}
          />
        )}
        <Connection key={shown.project.id} project_id={shown.project.id} link={shown.link} bot={bot} />
      </Stack>
    </Section>
  );
}
