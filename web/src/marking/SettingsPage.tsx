import { EXACT_TOTAL } from '@lanka/domain/kit/lists';
import * as contract from '@lanka/domain/marking/contract';
import { Button, Stack, Text } from '@mantine/core';
import { Section } from '../kit/display/facts';
import { Form, FormBar } from '../kit/form/Form';
import { RadioField, SwitchField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { formatCountTo } from '../kit/format';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useProjectId, useSession } from '../kit/session';
import { useText } from '../kit/text';
import { LabelsTabs } from './LabelsTabs';
import { text } from './text';

/** `/cp/labels/settings`: the type of code, where a QR leads, and internal codes. */
export function SettingsPage() {
  const t = useText(text);
  const project_id = useProjectId();
  const settings = useCall(contract.readMarking, { params: { project_id } });
  return (
    <Page title={t.labels} narrow>
      <LabelsTabs />
      <Loaded query={settings}>
        {(marking) => (
          <Stack gap="md">
            <Codes marking={marking} />
            <SettingsForm key={marking.version} marking={marking} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Codes({ marking }: { marking: contract.MarkingSettings }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const give = useAction(contract.handOutCodes, {
    success: ({ items, without_code }) =>
      [t.given(items.length), ...(without_code > 0 ? [t.givenRest] : [])].join('. '),
  });
  const { without_code } = marking;
  return (
    <Section title={t.codes}>
      <Stack gap="sm" align="flex-start">
        <Text>{t.codesText}</Text>
        <Text fw={600} role="status">
          {without_code === 0 ? t.allCoded : t.without(formatCountTo(without_code, EXACT_TOTAL), without_code)}
        </Text>
        {without_code > 0 && can('marking.codes') && (
          <Button
            variant="default"
            loading={give.isPending}
            onClick={() => give.mutate({ params: { project_id }, body: {} })}
          >
            {t.give}
          </Button>
        )}
      </Stack>
    </Section>
  );
}

function SettingsForm({ marking }: { marking: contract.MarkingSettings }) {
  const t = useText(text);
  const project_id = useProjectId();
  const { can } = useSession();
  const save = useAction(contract.saveMarking, { success: t.settingsSaved, quiet: true });
  const { code_type, redirect_url, show_price } = marking;
  const form = useEntityForm({
    schema: contract.SaveMarkingBody,
    initial: { code_type, redirect_url: redirect_url ?? '', show_price },
    version: marking.version,
    submit: ({ values, version }) => {
      const isQr = values.code_type === 'qr';
      const body = { ...values, redirect_url: isQr ? (values.redirect_url ?? null) : null };
      return save.mutateAsync({ params: { project_id }, body, if_match: version });
    },
  });
  const isQr = form.watch().code_type === 'qr';
  if (!can('marking.edit')) return null;
  return (
    <Form form={form}>
      <Section title={t.settings}>
        <Stack gap="md">
          <RadioField
            {...form.field('code_type')}
            label={t.codeType}
            options={contract.CodeType.options.map((value) => ({ value, label: t.codeTypes[value] }))}
          />
          {isQr && (
            <>
              <TextField
                {...form.field('redirect_url')}
                label={t.redirect}
                hint={t.redirectHint}
                placeholder="https://shop.example.com/p/{code}"
                maxLength={300}
              />
              <SwitchField {...form.field('show_price')} label={t.showPrice} />
            </>
          )}
        </Stack>
      </Section>
      <FormBar />
    </Form>
  );
}
