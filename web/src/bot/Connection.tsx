import * as contract from '@lanka/domain/bot/contract';
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { CopyButton, KeyFacts } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { DateTime } from '../kit/display/values';
import { Form, SubmitButton } from '../kit/form/Form';
import { TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { call } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { notifyError, notifySuccess } from '../kit/overlay/notify';
import { useText } from '../kit/text';
import { linkStates } from './labels';
import { text } from './text';

interface Props {
  project_id: string;
  link: contract.BotLink;
  bot: contract.MyBotLinks['bot'];
}

/** The three steps, and how it is afterwards. */
export function Connection({ project_id, link, bot }: Props) {
  const t = useText(text);
  // told once, in the answer to step 1
  const [given, setGiven] = useState<contract.BotLink | null>(null);
  const [isAgain, setAgain] = useState(false);
  const shown = given?.deep_link && link.status === 'pending' ? { ...link, ...given } : link;
  const asks = link.status === 'off' || link.status === 'inactive' || isAgain;
  const onGiven = (answer: contract.BotLink) => {
    setGiven(answer);
    setAgain(false);
  };
  return (
    <Stack gap="md">
      <Group gap="sm">
        <StatusBadge table={linkStates} value={link.status} />
      </Group>
      {link.status === 'inactive' && (
        <Alert color="red">{link.stopped_by === 'stop' ? t.stopped.stop : t.stopped.block}</Alert>
      )}
      {asks && <StepOne project_id={project_id} username={link.username ?? ''} onGiven={onGiven} />}
      {link.status === 'pending' && !isAgain && <StepTwo link={shown} again={() => setAgain(true)} />}
      {link.status === 'active' && <Active project_id={project_id} link={link} bot={bot} />}
    </Stack>
  );
}

const Username = z.object({ telegram_username: z.literal('').or(contract.Username) });

function StepOne({
  project_id,
  username,
  onGiven,
}: {
  project_id: string;
  username: string;
  onGiven: (answer: contract.BotLink) => void;
}) {
  const t = useText(text);
  const enable = useAction(contract.enableBot, { quiet: true });
  const form = useEntityForm({
    schema: Username,
    initial: { telegram_username: username },
    submit: ({ values: { telegram_username } }) =>
      enable.mutateAsync({ params: { project_id }, body: telegram_username ? { telegram_username } : {} }),
    onSaved: onGiven,
  });
  return (
    <Form form={form}>
      <Title order={3} size="h4">
        {t.steps.one}
      </Title>
      <TextField
        {...form.field('telegram_username')}
        label={t.username}
        hint={t.usernameHint}
        maxLength={60}
        autoComplete="off"
      />
      <div>
        <SubmitButton>{t.begin}</SubmitButton>
      </div>
    </Form>
  );
}

function StepTwo({ link, again }: { link: contract.BotLink; again: () => void }) {
  const t = useText(text);
  return (
    <Stack gap="sm" align="flex-start">
      <Title order={3} size="h4">
        {t.steps.two}
      </Title>
      {link.deep_link && link.qr_svg ? (
        <>
          <LinkOut url={link.deep_link} qr={link.qr_svg} label={t.openChat} />
          <Text role="status">{t.waits}</Text>
          {link.expires_at && (
            <Text size="sm" c="dimmed">
              {t.until} <DateTime at={link.expires_at} />
            </Text>
          )}
        </>
      ) : (
        <Text>{t.lost}</Text>
      )}
      <Button variant="default" onClick={again}>
        {t.again}
      </Button>
    </Stack>
  );
}

/** A link into Telegram: to press here, or to be read by the phone. */
export function LinkOut({ url, qr, label }: { url: string; qr: string; label: string }) {
  const t = useText(text);
  return (
    <>
      <Group gap="xs">
        <Button component="a" href={url} target="_blank" rel="noreferrer">
          {label}
        </Button>
        <CopyButton value={url} label={t.copy} />
      </Group>
      <Text size="sm" c="dimmed">
        {t.scan}
      </Text>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt={t.qrAlt}
        width={200}
        height={200}
        style={{ maxWidth: '100%' }}
      />
    </>
  );
}

function Active({ project_id, link, bot }: Props) {
  const t = useText(text);
  const confirm = useConfirm();
  const [isTesting, setTesting] = useState(false);
  const disable = useAction(contract.disableBot, { success: t.disabled });
  const params = { project_id };
  const onTest = async () => {
    setTesting(true);
    await call(contract.testBot, { params }).then(() => notifySuccess(t.tested), notifyError);
    setTesting(false);
  };
  const onDisable = async () => {
    if (await confirm({ title: t.disableTitle, effects: t.disableEffects, confirmLabel: t.disable }))
      disable.mutate({ params });
  };
  return (
    <Stack gap="sm" align="flex-start">
      <KeyFacts
        facts={[
          { label: t.chat, value: link.chat_name, hidden: !link.chat_name },
          { label: t.account, value: `@${link.username}`, hidden: !link.username },
          { label: t.since, value: <DateTime at={link.linked_at} />, hidden: !link.linked_at },
        ]}
      />
      <Title order={3} size="h4">
        {t.steps.three}
      </Title>
      <Group gap="xs">
        <Button loading={isTesting} onClick={() => void onTest()}>
          {t.test}
        </Button>
        <Button variant="default" loading={disable.isPending} onClick={() => void onDisable()}>
          {t.disable}
        </Button>
        {bot?.address && (
          <Anchor href={bot.address} target="_blank" rel="noreferrer">
            {t.openChat}
          </Anchor>
        )}
      </Group>
    </Stack>
  );
}
