import * as contract from '@lanka/domain/bot/contract';
import { AREA_NAMES, AREAS, type NoticeArea } from '@lanka/domain/kit/notice_areas';
import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { LinkOut } from './Connection';
import { groupStates } from './labels';
import { text } from './text';

/** Of the team: who may add the bot to them, and what comes there. */
export function Groups() {
  const t = useText(text);
  const project_id = useProjectId();
  const groups = useCall(contract.listBotGroups, { params: { project_id } });
  const [made, setMade] = useState<ReadonlyMap<string, contract.BotGroup>>(new Map());
  const add = useAction(contract.addBotGroup, {
    onSuccess: (group) => setMade((before) => new Map(before).set(group.id, group)),
  });
  const button = (
    <Button
      loading={add.isPending}
      onClick={() => add.mutate({ params: { project_id }, body: { areas: ['orders', 'partners', 'stock'] } })}
    >
      {t.addGroup}
    </Button>
  );
  return (
    <Section title={t.groups} action={button}>
      <Stack gap="md">
        <Text c="dimmed">{t.groupsText}</Text>
        <Loaded query={groups}>
          {({ items }) =>
            items.length === 0 ? (
              <Text>{t.noGroups}</Text>
            ) : (
              items.map((group) => (
                <OneGroup
                  key={group.id}
                  group={{ ...group, ...links(made.get(group.id) ?? group) }}
                  onStale={() => void groups.refetch()}
                />
              ))
            )
          }
        </Loaded>
      </Stack>
    </Section>
  );
}

/** The link is told once, with the group that it was made for. */
const links = ({ deep_link, qr_svg }: contract.BotGroup) => ({ deep_link, qr_svg });

function OneGroup({ group, onStale }: { group: contract.BotGroup; onStale: () => void }) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const confirm = useConfirm();
  const params = { project_id, id: group.id };
  const [isBare, setBare] = useState(false);
  const change = useAction(contract.changeBotGroup, { success: t.saved, onError: onStale });
  const remove = useAction(contract.removeBotGroup, { success: t.groupRemoved });
  const name = group.title ?? t.newGroup;
  const onRemove = async () => {
    const asked = { title: t.removeGroupTitle(name), effects: t.removeGroupEffects, confirmLabel: t.removeGroup };
    if (await confirm(asked)) remove.mutate({ params });
  };
  return (
    <Stack gap="xs" component="section" aria-label={name}>
      <Group justify="space-between" gap="xs">
        <Text fw={600} className="wrap-anywhere">
          {name}
        </Text>
        <StatusBadge table={groupStates} value={group.status} />
      </Group>
      {group.status === 'pending' && group.deep_link && group.qr_svg && (
        <Stack gap="xs" align="flex-start">
          <Text>{t.groupLink}</Text>
          <LinkOut url={group.deep_link} qr={group.qr_svg} label={t.openGroup} />
          <Text size="sm" c="dimmed">
            {t.until} <DateTime at={group.expires_at} />
          </Text>
        </Stack>
      )}
      {group.status === 'pending' && !group.deep_link && <Text size="sm">{t.groupLost}</Text>}
      <MultiSelect
        label={t.groupAreas}
        data={AREA_NAMES.map((area) => ({ value: area, label: AREAS[area][locale] }))}
        value={group.areas}
        disabled={change.isPending}
        onChange={(areas) => {
          setBare(areas.length === 0);
          if (areas.length > 0)
            change.mutate({ params, body: { areas: areas as NoticeArea[] }, if_match: group.version });
        }}
        error={isBare && t.areasRequired}
      />
      <div>
        <Button variant="default" loading={remove.isPending} onClick={() => void onRemove()}>
          {t.removeGroup}
        </Button>
      </div>
    </Stack>
  );
}
