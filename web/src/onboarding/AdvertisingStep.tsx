import { updateMe } from '@lanka/domain/identity/contract';
import { Checkbox, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../kit/http/query';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { StepButtons, type StepProps, useDraft, useKept } from './parts';
import { joinSources, SOURCES, splitSources } from './steps';
import { text } from './text';

/** Where one heard of us: several, or none, and with none nothing is saved (specification §2.5). */
export function AdvertisingStep({ next, back }: StepProps) {
  const t = useText(text);
  const { user } = useSession();
  const draft = useDraft('advertising', { chosen: splitSources(user.adv_source) });
  const [chosen, setChosen] = useState(draft.start.chosen);
  useKept(draft, { chosen });
  const [going, setGoing] = useState(false);
  const save = useAction(updateMe);
  const go = async () => {
    setGoing(true);
    try {
      if (chosen.length > 0) await save.mutateAsync({ body: { adv_source: joinSources(chosen) } });
      await next();
    } catch {
      setGoing(false);
    }
  };
  return (
    <Stack>
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label={t.titles.advertising}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {SOURCES.map((source) => (
            <Checkbox.Card key={source} value={source} className="choice-card" p="md" radius="md">
              <Checkbox.Indicator aria-hidden />
              <span>{t.sources[source]}</span>
            </Checkbox.Card>
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <StepButtons back={back} next={() => void go()} busy={going} label={chosen.length > 0 ? t.next : t.skip} />
    </Stack>
  );
}
