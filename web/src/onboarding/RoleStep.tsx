import { Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../kit/text';
import { Factory, Storefront } from './drawings';
import { StepButtons, type StepProps } from './parts';
import type { Path } from './steps';
import { text } from './text';

const DRAWINGS = { manufacturer: Factory, dropshipper: Storefront } as const;

interface RoleStepProps extends StepProps {
  path: Path;
  pick: (path: Path) => void;
  isBeginning: boolean;
}

/** Step 0: two cards; the manufacturer is chosen at first (specification §2.5). The choice stands in the address. */
export function RoleStep({ path, pick, isBeginning, next, back }: RoleStepProps) {
  const t = useText(text);
  const [busy, setBusy] = useState(false);
  const go = () => {
    setBusy(true);
    void next().catch(() => setBusy(false));
  };
  return (
    <Stack>
      <Radio.Group value={path} onChange={(value) => pick(value as Path)} aria-label={t.titles.role}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
          {(['manufacturer', 'dropshipper'] as const).map((one) => {
            const Drawing = DRAWINGS[one];
            return (
              <Radio.Card key={one} value={one} className="choice-card" p="xl" radius="lg">
                <Drawing />
                <Text fw={600} size="xl" mt="md">
                  {t.roles[one]}
                </Text>
                <Text c="dimmed" mt={4}>
                  {t.roleTexts[one]}
                </Text>
              </Radio.Card>
            );
          })}
        </SimpleGrid>
      </Radio.Group>
      <StepButtons back={isBeginning ? null : back} next={go} busy={busy} />
    </Stack>
  );
}
