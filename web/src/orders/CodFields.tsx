/** Cash on delivery in the forms of an order, with the numbers that it comes to. */
import { formatMoney } from '@lanka/domain/kit/money';
import type { CodFigures } from '@lanka/domain/orders/cod';
import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { Section } from '../kit/display/facts';
import { CheckboxField, MoneyField } from '../kit/form/fields';
import { useText } from '../kit/text';
import { codText } from './cod-text';
import type { OrderForm } from './form';
import { Sum } from './Sum';

interface CodProps {
  form: OrderForm;
  /** Null: not known yet. */
  cod: CodFigures | null;
  isOld: boolean;
}

export function CodInputs({ form, cod, isOld }: CodProps) {
  const t = useText(codText);
  const isOn = form.watch().cod?.on === true;
  return (
    <Stack gap="md">
      <CheckboxField {...form.field('cod.on')} label={t.on} hint={t.onHint} />
      {isOn && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <MoneyField {...form.field('cod.sum')} label={t.sum} hint={t.sumHint} />
            <MoneyField {...form.field('cod.fee')} label={t.fee} hint={t.feeHint} />
          </SimpleGrid>
          {cod && <CodNumbers cod={cod} isOld={isOld} />}
        </>
      )}
    </Stack>
  );
}

export function CodFields(props: CodProps) {
  const t = useText(codText);
  return (
    <Section title={t.title}>
      <CodInputs {...props} />
    </Section>
  );
}

interface NumbersProps {
  cod: CodFigures;
  isOld?: boolean;
  /** Whose the earning is. */
  whose?: string;
}

/** What is collected, what is taken off it, and what is left; a warning where that is less than nothing. */
export function CodNumbers({ cod, isOld = false, whose }: NumbersProps) {
  const t = useText(codText);
  const line = (label: string, kopecks: number, more: object = {}) => (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Text className="wrap-anywhere">{label}</Text>
      <Sum kopecks={kopecks} isOld={isOld} {...more} />
    </Group>
  );
  return (
    <Stack gap={6}>
      {line(t.sum, cod.sum)}
      {line(t.fee, -cod.fee)}
      {line(t.cost, -cod.cost)}
      {line(whose ?? t.earning, cod.earning, { signed: true, fw: 600 })}
      {cod.earning < 0 && (
        <Alert color="yellow" role="status">
          {t.loss(formatMoney(-cod.earning))}
        </Alert>
      )}
    </Stack>
  );
}
