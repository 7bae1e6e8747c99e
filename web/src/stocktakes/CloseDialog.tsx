import { finishStocktake, type Stocktake } from '@lanka/domain/stocktakes/contract';
import { Alert, Button, Checkbox, Group, List, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CallError } from '../kit/http/call';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { text } from './text';

interface CloseDialogProps {
  stocktake: Stocktake;
  opened: boolean;
  close: () => void;
}

/** So many of the lines that hinder it are named. */
const NAMED = 5;

/** What closing will do, and what becomes of what nobody counted. */
export function CloseDialog({ stocktake, opened, close }: CloseDialogProps) {
  const t = useText(text);
  const w = useText(words);
  const project_id = useProjectId();
  const [uncounted, setUncounted] = useState<'keep' | 'zero'>('keep');
  const [skip, setSkip] = useState(false);
  const finish = useAction(finishStocktake, { success: t.closed, quiet: true, onSuccess: close });
  const { totals, number, id } = stocktake;
  const left = totals.lines - totals.counted;
  const error = finish.error instanceof CallError ? finish.error : null;
  const named = (error?.details ?? []).slice(0, NAMED);
  const effects = [
    t.closeCounted(totals.counted, totals.lines),
    ...(totals.surplus > 0 ? [t.closeSurplus(totals.surplus)] : []),
    ...(totals.shortage > 0 ? [t.closeShortage(totals.shortage)] : []),
    ...(totals.different === 0 ? [t.closeNothing] : [t.closeOne]),
    ...(uncounted === 'zero' && left > 0 ? [t.zeroWarning(left)] : []),
  ];
  return (
    <Modal opened={opened} onClose={close} title={t.closeTitle(number)} centered>
      <Stack gap="md">
        <List spacing={4}>
          {effects.map((effect) => (
            <List.Item key={effect}>{effect}</List.Item>
          ))}
        </List>
        {left > 0 && (
          <Radio.Group
            label={t.uncounted}
            value={uncounted}
            onChange={(next) => setUncounted(next === 'zero' ? 'zero' : 'keep')}
          >
            <Stack gap="xs" mt={4}>
              <Radio value="keep" label={t.keep} />
              <Radio value="zero" label={t.zero} />
            </Stack>
          </Radio.Group>
        )}
        {error && (
          <Alert color="red" role="alert">
            {messageOf(error)}
            {named.length > 0 && (
              <List size="sm" mt="xs">
                {named.map((detail) => (
                  <List.Item key={String(detail.product_variant_id)}>
                    {detail.message ? t.cannot(String(detail.name), String(detail.message)) : String(detail.name)}
                  </List.Item>
                ))}
              </List>
            )}
          </Alert>
        )}
        {error?.code === 'stocktakes.refused' && (
          <Checkbox
            label={t.skip}
            description={t.skipHint}
            checked={skip}
            onChange={(event) => setSkip(event.currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed">
          {t.closeFinal}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {w.cancel}
          </Button>
          <Button
            loading={finish.isPending}
            onClick={() => finish.mutate({ params: { project_id, id }, body: { uncounted, skip_refused: skip } })}
          >
            {t.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
