import * as contract from '@lanka/domain/turnover/contract';
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { GoodsCounts, isRightCount } from '../catalog';
import { useAction } from '../kit/http/query';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

interface ArriveProps {
  document: contract.TurnoverDocument;
  opened: boolean;
  close: () => void;
}

/** Asks what came now; the rest stays expected. */
export function ArriveDialog({ opened, close, ...rest }: ArriveProps) {
  const t = useText(text);
  return (
    <Modal opened={opened} onClose={close} title={t.arriveTitle} size="xl" centered>
      <ArriveForm close={close} {...rest} />
    </Modal>
  );
}

function ArriveForm({ document, close }: Omit<ArriveProps, 'opened'>) {
  const t = useText(text);
  const project_id = useProjectId();
  const expected = document.items.filter((item) => item.expected > 0);
  const [came, setCame] = useState<Record<string, number | null>>(() =>
    Object.fromEntries(expected.map((item) => [item.product_variant_id, item.expected])),
  );
  const [comment, setComment] = useState('');
  const arrive = useAction(contract.arriveTurnover, { success: t.arrivedDone, onSuccess: close });
  const isRight = expected.every((item) => isRightCount(came[item.product_variant_id], item.expected));
  const isEmpty = isRight && Object.values(came).every((count) => !count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRight || isEmpty) return;
    const items = Object.entries(came).map(([product_variant_id, count]) => ({
      product_variant_id,
      count: count ?? 0,
    }));
    arrive.mutate({ params: { project_id, id: document.id }, body: { items, comment } });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t.arriveHint}</Text>
        <GoodsCounts
          lines={expected}
          most={(item) => item.expected}
          mostLabel={t.expected}
          counts={came}
          countLabel={t.arrivedNow}
          inputLabel={t.arrivedOf}
          onChange={(id, count) => setCame((before) => ({ ...before, [id]: count }))}
        />
        <Textarea
          label={t.comment}
          autosize
          maxLength={500}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {isEmpty && (
          <Text c="var(--text-negative)" role="alert">
            {t.nothing}
          </Text>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={arrive.isPending} disabled={!isRight || isEmpty}>
            {t.arriveConfirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
