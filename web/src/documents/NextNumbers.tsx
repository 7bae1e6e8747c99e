import * as contract from '@lanka/domain/documents/numbers';
import { SimpleGrid } from '@mantine/core';
import { Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { QuantityField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

/** From which numbers orders and the manufacturer's papers go on (specification §2.3, main-info). */
export function NextNumbers() {
  const project_id = useProjectId();
  const numbers = useCall(contract.readNextNumbers, { params: { project_id } });
  return <Loaded query={numbers}>{(known) => <NumbersForm known={known} />}</Loaded>;
}

function NumbersForm({ known }: { known: contract.NextNumbers }) {
  const t = useText(text);
  const project_id = useProjectId();
  const save = useAction(contract.saveNextNumbers, { quiet: true });
  const form = useEntityForm({
    schema: contract.NextNumbers,
    initial: known,
    success: t.numbersSaved,
    submit: ({ changed }) => save.mutateAsync({ params: { project_id }, body: changed }),
  });
  return (
    <Section title={t.numbers}>
      <Form form={form} labels={t.numberOf}>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {contract.NUMBERED.map((what) => (
            <QuantityField
              key={what}
              {...form.field(what)}
              label={t.numberOf[what]}
              hint={what === 'order' ? t.numbersHint : t.numbersOfYear}
              min={1}
              max={999_999_999}
            />
          ))}
        </SimpleGrid>
        <SubmitButton>{t.saveNumbers}</SubmitButton>
      </Form>
    </Section>
  );
}
