import { makeTrackingLink, readTrackingLink } from '@lanka/domain/clients/tracking';
import { Anchor, Button, CopyButton, Group, Stack, Switch, Text } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink, IconRefresh } from '@tabler/icons-react';
import { Section } from '../kit/display/facts';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { useText } from '../kit/text';
import type { OrderPanelProps } from '../orders';
import { text } from './text';

/** On the page of an order: the link that its seller sends to the customer. */
export function OrderTracking({ projectId, order }: OrderPanelProps) {
  const t = useText(text);
  const confirm = useConfirm();
  const params = { project_id: projectId, id: order.id };
  const link = useCall(readTrackingLink, { params });
  const make = useAction(makeTrackingLink);
  const renew = useAction(makeTrackingLink, { success: t.renewed });
  if (!link.data?.own) return null;
  const { url, show_sum } = link.data;
  const askRenew = async () => {
    const question = { title: t.renewTitle, effects: t.renewEffects, confirmLabel: t.renew };
    if (await confirm(question)) renew.mutate({ params, body: { renew: true } });
  };
  if (url === null)
    return (
      <Section title={t.tracking}>
        <Group justify="space-between" gap="sm">
          <Text c="dimmed">{t.trackingText}</Text>
          <Button variant="default" loading={make.isPending} onClick={() => make.mutate({ params, body: {} })}>
            {t.makeLink}
          </Button>
        </Group>
      </Section>
    );
  return (
    <Section title={t.tracking}>
      <Stack gap="sm">
        <Text c="dimmed">{t.trackingText}</Text>
        <Group gap="sm">
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
                onClick={copy}
              >
                {copied ? t.copied : t.copyLink}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            component="a"
            href={url}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconExternalLink size={18} />}
          >
            {t.openLink}
          </Button>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconRefresh size={18} />}
            loading={renew.isPending}
            onClick={() => void askRenew()}
          >
            {t.renew}
          </Button>
        </Group>
        <Anchor href={url} target="_blank" rel="noreferrer" size="sm" className="wrap-anywhere">
          {url}
        </Anchor>
        <Switch
          label={t.showSum}
          checked={show_sum}
          onChange={(event) => make.mutate({ params, body: { show_sum: event.currentTarget.checked } })}
        />
      </Stack>
    </Section>
  );
}
