import { Button, CloseButton, Group, Paper, Stack, Text } from '@mantine/core';
import { texts, useText } from '../text';

const text = texts({
  ua: { which: (code: string) => `Код «${code}» мають кілька товарів. Що це?`, dismiss: 'Прибрати' },
  en: { which: (code: string) => `Several goods have the code ${code}. Which is it?`, dismiss: 'Remove' },
});

export interface Choice {
  readonly product_variant_id: string;
  readonly name: string;
}

/** A code that several goods have, until somebody says which of them it is. */
export interface Ambiguous {
  /** Of the scan. */
  readonly id: string;
  readonly code: string;
  readonly choices: readonly Choice[];
}

interface ChoicesProps {
  asked: readonly Ambiguous[];
  choose: (asked: Ambiguous, choice: Choice) => void;
  dismiss: (asked: Ambiguous) => void;
}

export function Choices({ asked, choose, dismiss }: ChoicesProps) {
  const t = useText(text);
  return asked.map((one) => (
    <Paper key={one.id} withBorder p="md" radius="md" role="alert">
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text fw={600} className="wrap-anywhere">
          {t.which(one.code)}
        </Text>
        <CloseButton size="lg" aria-label={t.dismiss} onClick={() => dismiss(one)} />
      </Group>
      <Stack gap="xs">
        {one.choices.map((choice) => (
          <Button
            key={choice.product_variant_id}
            variant="default"
            size="md"
            h="auto"
            py="xs"
            justify="flex-start"
            styles={{ label: { whiteSpace: 'normal', textAlign: 'left' } }}
            onClick={() => choose(one, choice)}
          >
            {choice.name}
          </Button>
        ))}
      </Stack>
    </Paper>
  ));
}
