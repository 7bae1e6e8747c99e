import * as contract from '@lanka/domain/news/contract';
import { CHANGE_KINDS, RHYTHMS } from '@lanka/domain/news/rules';
import { Form, SubmitButton } from '../kit/form/Form';
import { ChoicesField, RadioField, SwitchField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

interface SettingsFormProps {
  close: () => void;
  mayEdit: boolean;
}

/** What of the goods writes itself, how often, and whether somebody looks at it first. */
export function SettingsForm(props: SettingsFormProps) {
  const project_id = useProjectId();
  const settings = useCall(contract.readNewsSettings, { params: { project_id } });
  return <Loaded query={settings}>{(loaded) => <Fields {...props} settings={loaded} />}</Loaded>;
}

const Shape = contract.NewsSettings.omit({ version: true });

function Fields({ settings, close, mayEdit }: SettingsFormProps & { settings: contract.NewsSettings }) {
  const t = useText(text);
  const project_id = useProjectId();
  const save = useAction(contract.saveNewsSettings, { success: t.settingsSaved, quiet: true });
  const form = useEntityForm({
    schema: Shape,
    initial: settings,
    guard: false,
    submit: ({ values }) => save.mutateAsync({ params: { project_id }, body: values }),
    onSaved: close,
  });
  const disabled = !mayEdit;
  const isOff = form.watch().rhythm === 'off';
  return (
    <Form form={form}>
      <RadioField
        {...form.field('rhythm')}
        label={t.rhythm}
        options={RHYTHMS.map((value) => ({ value, label: t.rhythms[value] }))}
        disabled={disabled}
      />
      {!isOff && (
        <>
          <ChoicesField
            {...form.field('kinds')}
            label={t.kinds}
            hint={t.kindsHint}
            options={CHANGE_KINDS.map((value) => ({ value, label: t.kindNames[value] }))}
            disabled={disabled}
            required
          />
          <SwitchField
            {...form.field('publishes')}
            label={t.publishes}
            hint={form.watch().publishes ? t.publishesHint : t.waitsHint}
            disabled={disabled}
          />
        </>
      )}
      {mayEdit && <SubmitButton back={close} />}
    </Form>
  );
}
