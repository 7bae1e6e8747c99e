/**
 * The frame of a form: Enter submits, leaving with changes asks, a stale save compares, and who submits while a file is
 * still being sent waits for it. See `useEntityForm`.
 *
 * `FormBar` is for records that exist: it appears with the first change, at the foot of the window.
 * `SubmitButton` is for forms that create or do something.
 */
import { Alert, Anchor, Box, Button, Group, Modal, Paper, Stack, Table, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { Link, useBlocker, useNavigate } from 'react-router';
import { useText } from '../text';
import { words } from '../words';
import { UnderWayContext } from './under-way';
import type { FormState } from './useEntityForm';
import type { Values } from './values';

const FormContext = createContext<FormState | null>(null);

function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('This belongs inside <Form>');
  return form;
}

interface FormProps {
  form: FormState;
  /** Names of the fields for the comparison of mine and theirs. */
  labels?: Readonly<Record<string, string>>;
  /** How a value reads in that comparison; text by default. */
  show?: (name: string, value: unknown) => ReactNode;
  children: ReactNode;
}

/** Whoever pressed the button at the foot of a long form sees what stands at its head. */
const intoSight = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: 'center' });

export function Form({ form, labels, show, children }: FormProps) {
  const t = useText(words);
  return (
    <FormContext value={form}>
      <form onSubmit={form.submit} noValidate>
        <Stack gap="md">
          {form.formError && (
            <Alert ref={intoSight} color="red" icon={<IconAlertCircle />} role="alert">
              {form.formError}
              {form.plansPage && (
                <Anchor component={Link} to={form.plansPage} inherit display="block" mt={4}>
                  {t.toPlans}
                </Anchor>
              )}
            </Alert>
          )}
          <UnderWayContext value={form.files}>{children}</UnderWayContext>
        </Stack>
      </form>
      {form.guard && <LeaveGuard form={form} />}
      <ConflictModal form={form} {...(labels ? { labels } : {})} {...(show ? { show } : {})} />
    </FormContext>
  );
}

/** `back`: the page to return to without saving, or, of a form in a dialog, what closes it. */
export function SubmitButton({ children, back }: { children?: ReactNode; back?: string | (() => void) }) {
  const form = useForm();
  const t = useText(words);
  const submit = (
    <Button type="submit" loading={form.isSaving}>
      {children ?? t.save}
    </Button>
  );
  if (back === undefined) return submit;
  if (typeof back === 'function') {
    return (
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={back} disabled={form.isSaving}>
          {t.cancel}
        </Button>
        {submit}
      </Group>
    );
  }
  return (
    <Group gap="xs">
      {submit}
      <Button component={Link} to={back} variant="default">
        {t.cancel}
      </Button>
    </Group>
  );
}

/**
 * The unsaved-changes bar. Keeps its place free, so that it never covers the last field. On a page that is only for
 * editing, `back` is where one goes without saving: by a button in that place, and by the bar's own.
 */
export function FormBar({ back }: { back?: string }) {
  const form = useForm();
  const t = useText(words);
  const navigate = useNavigate();
  const discard = () => {
    form.discard();
    if (back) void navigate(back);
  };
  if (!form.isDirty) {
    return (
      <Box h={72} pt="sm" aria-hidden={back === undefined}>
        {back && (
          <Button component={Link} to={back} variant="default">
            {t.back}
          </Button>
        )}
      </Box>
    );
  }
  return (
    <Paper withBorder shadow="md" p="sm" radius="md" className="form-bar" role="region" aria-label={t.unsaved}>
      <Group justify="space-between" gap="sm">
        <Text fw={500} role="status">
          {t.unsaved}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={discard} disabled={form.isSaving}>
            {t.discard}
          </Button>
          <Button type="submit" loading={form.isSaving}>
            {t.save}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

/** Forms of the page as it stands. The router asks one blocker only, the last: it answers for all of them. */
const guarded = new Set<FormState>();
const someHasUnsaved = (): boolean => [...guarded].some((form) => form.hasUnsaved());

function LeaveGuard({ form }: { form: FormState }) {
  const t = useText(words);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && someHasUnsaved(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (form.hasUnsaved()) event.preventDefault();
    };
    guarded.add(form);
    window.addEventListener('beforeunload', ask);
    return () => {
      guarded.delete(form);
      window.removeEventListener('beforeunload', ask);
    };
  }, [form]);
  return (
    <Modal opened={blocker.state === 'blocked'} onClose={() => blocker.reset?.()} title={t.leaveTitle} centered>
      <Text mb="lg">{t.leaveText}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => blocker.proceed?.()}>
          {t.leave}
        </Button>
        <Button onClick={() => blocker.reset?.()} data-autofocus>
          {t.stay}
        </Button>
      </Group>
    </Modal>
  );
}

function ConflictModal({ form, labels, show }: Omit<FormProps, 'children'> & { form: FormState }) {
  const t = useText(words);
  const { conflict } = form;
  const cell = (name: string, values: Values) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') return <Text c="dimmed">{t.empty}</Text>;
    return show?.(name, value) ?? (typeof value === 'object' ? JSON.stringify(value) : String(value));
  };
  return (
    <Modal opened={conflict !== null} onClose={form.cancelConflict} title={t.conflictTitle} size="lg" centered>
      <Text mb="md">{t.conflictText}</Text>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.field}</Table.Th>
              <Table.Th>{t.mine}</Table.Th>
              <Table.Th>{t.theirs}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {conflict?.names.map((name) => (
              <Table.Tr key={name}>
                <Table.Th scope="row">{labels?.[name] ?? name}</Table.Th>
                <Table.Td>{cell(name, conflict.mine)}</Table.Td>
                <Table.Td>{cell(name, conflict.theirs)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={form.takeTheirs}>
          {t.takeTheirs}
        </Button>
        <Button onClick={form.keepMine} loading={form.isSaving}>
          {t.keepMine}
        </Button>
      </Group>
    </Modal>
  );
}
