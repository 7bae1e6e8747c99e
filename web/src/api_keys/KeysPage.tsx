import * as contract from '@lanka/domain/api_keys/contract';
import { API_AREAS, type ApiArea, type ApiScope, scopesFor } from '@lanka/domain/kit/api_scopes';
import type { AnyRoute } from '@lanka/domain/kit/route';
import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CopyButton, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateOnly, DateTime } from '../kit/display/values';
import { formatCount, formatSize } from '../kit/format';
import { usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useLocale, useText } from '../kit/text';
import { ApiTabs } from './ApiTabs';
import { useIsDropshipper, useKeyActions, useLimits } from './calls';
import { NewKey, RotateKey } from './forms';
import { Limits } from './Limits';
import { keyState, text } from './text';

/** What the dialog is about: a new key, one that is replaced, or the secret that is shown once. */
type Dialog = { making: true } | { rotating: contract.ApiKey } | { made: contract.NewApiKey } | null;

/** `/cp/integrations/api/keys`: keys of the API, of a project or of a dropshipper. */
export function KeysPage() {
  const t = useText(text);
  const { can } = useSession();
  const isDropshipping = useIsDropshipper();
  const [dialog, setDialog] = useState<Dialog>(null);
  const limits = useLimits();
  const mayMake = (isDropshipping || can('api_keys.manage')) && Boolean(limits.data?.allowed);
  const add = () => setDialog({ making: true });
  const close = () => setDialog(null);
  const made = (key: contract.NewApiKey) => setDialog({ made: key });
  const isSecret = dialog !== null && 'made' in dialog;
  return (
    <Page
      title={t.title}
      subtitle={t.subtitle}
      narrow
      action={mayMake && { label: t.add, icon: IconPlus, onClick: add }}
    >
      <ApiTabs />
      <Loaded query={limits}>{(known) => <Limits limits={known} />}</Loaded>
      <Keys rotate={(key) => setDialog({ rotating: key })} add={mayMake ? add : null} />
      <Modal
        opened={dialog !== null}
        onClose={close}
        title={isSecret ? t.shownOnce : dialog && 'rotating' in dialog ? t.rotateTitle(dialog.rotating.name) : t.add}
        size="lg"
        centered
        // a press beside it must not lose what is shown once
        closeOnClickOutside={!isSecret}
        closeOnEscape={!isSecret}
        withCloseButton={!isSecret}
      >
        {dialog && 'making' in dialog && <NewKey made={made} close={close} />}
        {dialog && 'rotating' in dialog && <RotateKey of={dialog.rotating} made={made} close={close} />}
        {dialog && 'made' in dialog && <Secret of={dialog.made} done={close} />}
      </Modal>
    </Page>
  );
}

interface KeysProps {
  rotate: (key: contract.ApiKey) => void;
  add: (() => void) | null;
}

function Keys({ rotate, add }: KeysProps) {
  const t = useText(text);
  const isDropshipping = useIsDropshipper();
  const project_id = useProjectId();
  const route = (isDropshipping ? contract.listMyApiKeys : contract.listApiKeys) as unknown as AnyRoute;
  const list = usePages<contract.ApiKey>(route, isDropshipping ? {} : { params: { project_id } });
  return (
    <Loaded query={list}>
      {(keys) =>
        keys.length === 0 ? (
          add && (
            <EmptyState
              drawing="connect"
              title={t.empty}
              text={t.emptyText}
              action={<Button onClick={add}>{t.add}</Button>}
            />
          )
        ) : (
          <Stack gap="md">
            {keys.map((one) => (
              <KeyCard key={one.id} of={one} rotate={() => rotate(one)} />
            ))}
            <MoreRows list={list} />
          </Stack>
        )
      }
    </Loaded>
  );
}

/** «Замовлення: читати, змінювати», by area. */
export function useScopeWords(): (scopes: readonly ApiScope[]) => string[] {
  const t = useText(text);
  const { locale } = useLocale();
  return (scopes) => {
    const areas = [...new Set(scopes.map((scope) => scope.split('.')[0] as ApiArea))];
    return areas.map((area) => {
      const verbs = [scopes.includes(`${area}.read`) && t.read, scopes.includes(`${area}.write`) && t.write];
      return `${API_AREAS[area][locale]}: ${verbs.filter(Boolean).join(', ').toLowerCase()}`;
    });
  };
}

function KeyCard({ of: key, rotate }: { of: contract.ApiKey; rotate: () => void }) {
  const t = useText(text);
  const { locale } = useLocale();
  const { can } = useSession();
  const isDropshipping = useIsDropshipper();
  const words = useScopeWords();
  const confirm = useConfirm();
  const { revoke } = useKeyActions(t);
  const mayChange = (isDropshipping || can('api_keys.manage')) && key.state !== 'revoked';
  const remove = async () => {
    const question = { title: t.revokeTitle(key.name), effects: t.revokeEffects, confirmLabel: t.revoke, danger: true };
    if (await confirm(question)) revoke(key.id);
  };
  const actions = mayChange && (
    <Group gap="xs" wrap="nowrap">
      {key.state === 'living' && (
        <Button variant="default" size="xs" aria-label={t.rotateOf(key.name)} onClick={rotate}>
          {t.rotate}
        </Button>
      )}
      <Button variant="default" size="xs" aria-label={t.revokeOf(key.name)} onClick={() => void remove()}>
        {t.revoke}
      </Button>
    </Group>
  );
  return (
    <Section
      title={<span className="wrap-anywhere">{key.name}</span>}
      action={
        <Group gap="sm">
          <StatusBadge table={keyState} value={key.state} />
          {actions}
        </Group>
      }
    >
      <Stack gap={6}>
        <Code w="fit-content">{key.prefix}…</Code>
        <Text size="sm">{words(key.scopes).join(' · ')}</Text>
        <Text size="sm" c="dimmed">
          {t.lastUsed}: {key.last_used_at ? <DateTime span at={key.last_used_at} /> : t.never} · {t.thisMonth}:{' '}
          {t.calls(formatCount(key.use.requests))}, {formatSize(key.use.bytes, locale)}
        </Text>
        <Text size="sm" c="dimmed">
          {t.madeBy}: {key.created_by.name}, <DateTime span at={key.created_at} />
          {key.last_day && (
            <>
              {' '}
              · {t.until} <DateOnly span date={key.last_day} />
            </>
          )}
        </Text>
        {key.addresses.length > 0 && (
          <Text size="sm" c="dimmed" className="wrap-anywhere">
            {t.from}: {key.addresses.join(', ')}
          </Text>
        )}
        {key.old_until && key.state === 'living' && (
          <Text size="sm">
            {t.oldUntil} <DateTime span at={key.old_until} />
          </Text>
        )}
      </Stack>
    </Section>
  );
}

/** Shown this once: only its hash is kept. */
function Secret({ of: { key, scopes }, done }: { of: contract.NewApiKey; done: () => void }) {
  const t = useText(text);
  const isDropshipping = useIsDropshipper();
  const project_id = useProjectId();
  const origin = window.location.origin;
  const reads = scopes.find((scope) => scope.endsWith('.read'))?.split('.')[0] as ApiArea | undefined;
  const path = reads && examplePath(reads, isDropshipping, project_id);
  return (
    <Stack>
      <Alert color="yellow" role="status">
        {t.shownOnceText}
      </Alert>
      <Group gap={4} wrap="nowrap">
        <Code fz="md" className="wrap-anywhere" data-testid="api-key">
          {key}
        </Code>
        <CopyButton value={key} label={t.copyKey} />
      </Group>
      {path && (
        <div>
          <Text size="sm" mb={4}>
            {t.example}
          </Text>
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {`curl -H "Authorization: Bearer ${key}" ${origin}/api/${path}`}
          </Code>
        </div>
      )}
      <Button onClick={done}>{t.done}</Button>
    </Stack>
  );
}

/** The list of an area, that a new key may be tried on. */
function examplePath(area: ApiArea, isDropshipping: boolean, project: string): string | undefined {
  const names: Partial<Record<ApiArea, string>> = { stock: 'bookings', products: 'products/v2' };
  if (!isDropshipping) return `projects/${project}/${names[area] ?? area}`;
  return scopesFor('dropshipping').includes(`${area}.read`) ? `dropshipping/${area}` : undefined;
}
