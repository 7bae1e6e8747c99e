import * as contract from '@lanka/domain/automation/contract';
import { Anchor, Group, Paper, Stack, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { ActionButton, Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { describeRule } from './describe';
import { AutomationTabs } from './Tabs';
import { text } from './text';

export function RulesPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const rules = useCall(contract.listRules, { params: { project_id } });
  const create = can('automation.edit') && { label: t.create, to: '/cp/automation/new', icon: IconPlus };
  return (
    <Page title={t.title} action={create} narrow>
      <AutomationTabs />
      <Loaded query={rules}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              drawing="connect"
              title={t.empty}
              text={t.emptyText}
              action={create && <ActionButton {...create} />}
            />
          ) : (
            <Stack gap="sm">
              {items.map((rule) => (
                <RuleCard key={rule.id} rule={rule} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  );
}

function RuleCard({ rule }: { rule: contract.AutomationRule }) {
  const t = useText(text);
  const { locale } = useLocale();
  const project_id = useProjectId();
  const { can } = useSession();
  const update = useAction(contract.updateRule, {});
  const { when, does } = describeRule(rule, locale);
  const press = (enabled: boolean) =>
    update.mutate({ params: { project_id, id: rule.id }, body: { enabled }, if_match: rule.version });
  return (
    <Paper withBorder radius="md" p="md">
      <Group wrap="nowrap" align="flex-start" gap="md">
        <Switch
          aria-label={t.switchOf(rule.name)}
          checked={rule.enabled}
          disabled={!can('automation.edit') || update.isPending}
          onChange={(event) => press(event.currentTarget.checked)}
        />
        <div>
          <Anchor component={Link} to={`/cp/automation/${rule.id}`} fw={600} className="wrap-anywhere">
            {rule.name}
          </Anchor>
          <Text size="sm" className="wrap-anywhere">
            {when}: {does}
          </Text>
          <LastRun rule={rule} />
        </div>
      </Group>
    </Paper>
  );
}

function LastRun({ rule: { enabled, last_run } }: { rule: contract.AutomationRule }) {
  const t = useText(text);
  const failed = last_run?.outcome === 'failed';
  return (
    <Text size="sm" c={failed ? 'red' : 'dimmed'}>
      {enabled ? '' : `${t.off} · `}
      {last_run ? (
        <>
          {failed ? t.lastFailed : t.lastDone} <DateTime at={last_run.at} />
        </>
      ) : (
        t.never
      )}
    </Text>
  );
}
