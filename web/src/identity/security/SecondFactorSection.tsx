import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
} from '@lanka/domain/identity/account';
import { Alert, Button, Code, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CopyButton, Section } from '../../kit/display/facts';
import { StatusBadge, type StatusTable } from '../../kit/display/status';
import { Form, SubmitButton } from '../../kit/form/Form';
import { PasswordField, TextField } from '../../kit/form/fields';
import { useEntityForm } from '../../kit/form/useEntityForm';
import { type Answer, call } from '../../kit/http/call';
import { useCall } from '../../kit/http/query';
import { Loaded } from '../../kit/page/states';
import { useSession } from '../../kit/session';
import { useText } from '../../kit/text';
import { text } from './text';

const state: StatusTable<'on' | 'off'> = {
  on: { ua: text.ua.isOn, en: text.en.isOn, color: 'green' },
  off: { ua: text.ua.isOff, en: text.en.isOff, color: 'gray' },
};

type Doing = 'begin' | 'renew' | 'end';

/** The authenticator app: on, off, recovery codes. */
export function SecondFactorSection() {
  const t = useText(text);
  const { refresh } = useSession();
  const factor = useCall(readSecondFactor, {});
  const [doing, setDoing] = useState<Doing | null>(null);
  const close = () => {
    setDoing(null);
    void factor.refetch();
    void refresh();
  };
  const titles = { begin: t.factorOn, renew: t.renewCodes, end: t.factorOff };
  return (
    <Section title={t.factor}>
      <Loaded query={factor}>
        {({ enabled, recovery_codes_left }) => (
          <Stack gap="md" align="flex-start">
            <Group>
              <IconShieldCheck size={22} aria-hidden />
              <StatusBadge table={state} value={enabled ? 'on' : 'off'} size="lg" />
            </Group>
            <Text>{t.factorText}</Text>
            {enabled &&
              (recovery_codes_left <= 3 ? (
                <Alert color="yellow">{t.fewCodes(recovery_codes_left)}</Alert>
              ) : (
                <Text c="dimmed">{t.codesLeft(recovery_codes_left)}</Text>
              ))}
            {enabled ? (
              <Group>
                <Button variant="default" onClick={() => setDoing('renew')}>
                  {t.renewCodes}
                </Button>
                <Button variant="default" color="red" onClick={() => setDoing('end')}>
                  {t.factorOff}
                </Button>
              </Group>
            ) : (
              <Button onClick={() => setDoing('begin')}>{t.factorOn}</Button>
            )}
          </Stack>
        )}
      </Loaded>
      <Modal
        opened={doing !== null}
        onClose={close}
        // the codes are shown once: a press beside them must not lose them
        closeOnClickOutside={false}
        closeOnEscape={false}
        title={doing ? titles[doing] : ''}
        centered
      >
        {doing === 'begin' && <Begin done={close} />}
        {doing === 'renew' && <Renew done={close} />}
        {doing === 'end' && <End done={close} />}
      </Modal>
    </Section>
  );
}

type Begun = Answer<typeof beginSecondFactor>;

function Begin({ done }: { done: () => void }) {
  const t = useText(text);
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useEntityForm({
    schema: beginSecondFactor.body,
    initial: { password: '' },
    guard: false,
    submit: ({ values }) => call(beginSecondFactor, { body: values }),
    onSaved: setBegun,
  });
  if (codes) return <Codes codes={codes} done={done} />;
  if (begun) return <Confirm begun={begun} confirmed={setCodes} />;
  return (
    <Form form={form}>
      <Text>{t.beginText}</Text>
      <PasswordField {...form.field('password')} label={t.yourPassword} autoComplete="current-password" required />
      <SubmitButton>{t.next}</SubmitButton>
    </Form>
  );
}

function Confirm({ begun, confirmed }: { begun: Begun; confirmed: (codes: readonly string[]) => void }) {
  const t = useText(text);
  const form = useEntityForm({
    schema: confirmSecondFactor.body,
    initial: { otp: '' },
    guard: false,
    submit: ({ values }) => call(confirmSecondFactor, { body: values }),
    onSaved: ({ recovery_codes }) => confirmed(recovery_codes),
  });
  return (
    <Form form={form}>
      <Text>{t.scanText}</Text>
      <img src={`data:image/svg+xml,${encodeURIComponent(begun.qr_svg)}`} alt={t.qrAlt} width={200} height={200} />
      <Text size="sm" c="dimmed">
        {t.typeText}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code className="wrap-anywhere">{begun.secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
        <CopyButton value={begun.secret} label={t.copySecret} />
      </Group>
      <TextField {...form.field('otp')} label={t.code} hint={t.sixDigits} autoComplete="one-time-code" required />
      <SubmitButton>{t.turnOn}</SubmitButton>
    </Form>
  );
}

function Renew({ done }: { done: () => void }) {
  const t = useText(text);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <Codes codes={codes} done={done} />;
  return (
    <Proof
      words={t.renewText}
      label={t.renewCodes}
      submit={async (body) => (await call(renewRecoveryCodes, { body })).recovery_codes}
      saved={setCodes}
    />
  );
}

function End({ done }: { done: () => void }) {
  const t = useText(text);
  return (
    <Proof words={t.endText} label={t.factorOff} submit={(body) => call(endSecondFactor, { body })} saved={done} />
  );
}

interface ProofProps<A> {
  words: ReactNode;
  label: string;
  submit: (body: { password: string; otp?: string | undefined }) => Promise<A>;
  saved: (answer: A) => void;
}

/** Password and code once more: a session left open must not be enough. */
function Proof<A>({ words: lead, label, submit, saved }: ProofProps<A>) {
  const t = useText(text);
  const form = useEntityForm({
    schema: endSecondFactor.body,
    initial: { password: '', otp: '' },
    guard: false,
    submit: ({ values }) => submit(values),
    onSaved: saved,
  });
  return (
    <Form form={form}>
      <Text>{lead}</Text>
      <PasswordField {...form.field('password')} label={t.yourPassword} autoComplete="current-password" required />
      <TextField {...form.field('otp')} label={t.code} hint={t.codeHint} autoComplete="one-time-code" required />
      <SubmitButton>{label}</SubmitButton>
    </Form>
  );
}

/** Shown this once: they are kept as hashes. */
function Codes({ codes, done }: { codes: readonly string[]; done: () => void }) {
  const t = useText(text);
  const all = codes.join('\n');
  return (
    <Stack>
      <Alert color="yellow" title={t.codesTitle} role="status">
        {t.codesText}
      </Alert>
      <SimpleGrid cols={2} spacing="xs">
        {codes.map((code) => (
          <Code key={code} fz="md" ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group>
        <CopyButton value={all} label={t.copyCodes} />
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={18} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${all}\n`)}`}
          download="lanka-recovery-codes.txt"
        >
          {t.download}
        </Button>
      </Group>
      <Button onClick={done}>{t.saved}</Button>
    </Stack>
  );
}
