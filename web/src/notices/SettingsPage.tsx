import { AREAS, BOT_CHOICES, type BotChoice, MAIL_CHOICES, type MailChoice } from '@lanka/domain/kit/notice_areas';
import {
  type NoticeChoice,
  type NoticeSettings,
  readNoticeSettings,
  saveNoticeSettings,
} from '@lanka/domain/notices/contract';
import { Anchor, Button, NativeSelect, Select, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { ProfileTabs } from '../kit/page/profile-tabs';
import { Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { text } from './text';
import './notices.css';

/** `/cp/notices/settings`: what one is told of, and by which way. */
export function SettingsPage() {
  const t = useText(text);
  const { user } = useSession();
  const settings = useCall(readNoticeSettings, {});
  return (
    <Page title={t.profile} subtitle={user.email} narrow>
      <ProfileTabs />
      <Loaded query={settings}>
        {({ projects }) =>
          projects.length > 0 ? <OfProjects projects={projects} /> : <Section title={t.settings} empty={t.noProjects} />
        }
      </Loaded>
      <Section title={t.always}>
        <Text>{t.alwaysText}</Text>
      </Section>
    </Page>
  );
}

type Projects = NoticeSettings['projects'];

function OfProjects({ projects }: { projects: Projects }) {
  const t = useText(text);
  const { project: here } = useSession();
  const [chosen, setChosen] = useState(here?.id);
  const save = useAction(saveNoticeSettings, { success: t.saved });
  const shown = projects.find(({ project }) => project.id === chosen) ?? projects[0];
  if (!shown) return null;
  const { project, choices } = shown;
  const change = (choice: NoticeChoice) =>
    save.mutate({ body: { projects: [{ project_id: project.id, choices: [choice] }] } });
  // an area that says nothing to one's role in another project is not chosen there
  const asHere = projects.flatMap((other) => {
    const known = new Set(other.choices.map(({ area }) => area));
    const same = choices.filter(({ area }) => known.has(area));
    return other.project.id === project.id || same.length === 0
      ? []
      : [{ project_id: other.project.id, choices: same }];
  });
  return (
    <Section title={t.settings}>
      <Stack gap="md">
        <Text c="dimmed">{t.settingsText}</Text>
        {projects.length > 1 && (
          <Select
            label={t.project}
            data={projects.map((one) => ({ value: one.project.id, label: one.project.title }))}
            value={project.id}
            onChange={(id) => id && setChosen(id)}
            allowDeselect={false}
            searchable={projects.length > 8}
          />
        )}
        <ul className="notice-choices">
          {choices.map((choice) => (
            <Choice key={choice.area} choice={choice} busy={save.isPending} change={change} />
          ))}
        </ul>
        {asHere.length > 0 && (
          <Button
            variant="default"
            loading={save.isPending}
            onClick={() => save.mutate({ body: { projects: asHere } })}
            style={{ alignSelf: 'flex-start' }}
          >
            {t.sameEverywhere}
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {t.waysText} {t.botText}{' '}
          <Anchor component={Link} to="/cp/profile/telegram" inherit underline="always">
            {t.toBot}
          </Anchor>
        </Text>
      </Stack>
    </Section>
  );
}

interface ChoiceProps {
  choice: NoticeChoice;
  busy: boolean;
  change: (choice: NoticeChoice) => void;
}

export function Choice({ choice, busy, change }: ChoiceProps) {
  const t = useText(text);
  const { locale } = useLocale();
  const name = AREAS[choice.area][locale];
  return (
    <li>
      <Text fw={500} className="notice-choice-name">
        {name}
      </Text>
      <Switch
        label={t.inApp}
        aria-label={`${name}: ${t.inApp}`}
        checked={choice.app}
        disabled={busy}
        onChange={({ currentTarget }) => change({ ...choice, app: currentTarget.checked })}
      />
      <NativeSelect
        aria-label={`${name}: ${t.byMail}`}
        value={choice.mail}
        disabled={busy}
        data={MAIL_CHOICES.map((value) => ({ value, label: t.ways[value] }))}
        onChange={({ currentTarget }) => change({ ...choice, mail: currentTarget.value as MailChoice })}
      />
      <NativeSelect
        aria-label={`${name}: ${t.byBot}`}
        value={choice.bot}
        disabled={busy}
        data={BOT_CHOICES.map((value) => ({ value, label: t.botWays[value] }))}
        onChange={({ currentTarget }) => change({ ...choice, bot: currentTarget.value as BotChoice })}
      />
    </li>
  );
}
