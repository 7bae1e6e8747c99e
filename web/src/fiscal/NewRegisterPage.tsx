import { createRegister } from '@lanka/domain/fiscal/contract';
import { Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { NotInPlan } from '../integrations';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { PasswordField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { ROOT } from './Frame';
import { NewForm } from './form';
import { SellerField } from './SellerField';
import { text } from './text';

/** `/cp/integrations/checkbox/new`: name, key and PIN, which are checked at once. */
export function NewRegisterPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const create = useAction(createRegister, { quiet: true });
  const form = useEntityForm({
    schema: NewForm,
    initial: { name: '', pin: '', license_key: '', counterparty_id: '' },
    success: t.connected,
    submit: ({ values }) => create.mutateAsync({ params: { project_id }, body: values }),
    onSaved: ({ id }) => void navigate(`${ROOT}/${id}`, { replace: true }),
  });
  return (
    <Page title={t.connect} crumbs={[{ to: ROOT, label: t.title }]} narrow>
      <NotInPlan service="checkbox" />
      <Form form={form}>
        <Section>
          <Stack gap="md">
            <Text c="dimmed">{t.connectHint}</Text>
            <TextField {...form.field('name')} label={t.name} hint={t.nameHint} required maxLength={120} autoFocus />
            <TextField
              {...form.field('license_key')}
              label={t.licenseKey}
              hint={t.secretHint}
              required
              maxLength={120}
              autoComplete="off"
            />
            <PasswordField {...form.field('pin')} label={t.pin} hint={t.secretHint} required autoComplete="off" />
            <SellerField {...form.field('counterparty_id')} label={t.seller} hint={t.sellerHint} />
          </Stack>
        </Section>
        <div>
          <SubmitButton back={ROOT}>{t.connect}</SubmitButton>
        </div>
      </Form>
    </Page>
  );
}
