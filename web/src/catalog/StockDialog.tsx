import './catalog.css';
import type { ProductVariant } from '@lanka/domain/catalog/contract';
import { changeStock } from '@lanka/domain/stock/contract';
import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { QuantityInput } from '../kit/form/inputs';
import { formatCount } from '../kit/format';
import { useAction } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { text } from './text';

interface StockDialogProps {
  projectId: string;
  variant: ProductVariant;
  title: string;
  onClose: () => void;
}

/** ± or counted, with what will result before it is saved. What is sent is what was typed, never the old number. */
export function StockDialog({ projectId, variant, title, onClose }: StockDialogProps) {
  const t = useText(text);
  const w = useText(words);
  const [mode, setMode] = useState<'delta' | 'counted'>('delta');
  const [number, setNumber] = useState<number | null>(null);
  const [comment, setComment] = useState('');
  const save = useAction(changeStock, {
    success: t.stockSaved,
    quiet: true,
    onSuccess: onClose,
  });
  const actual = variant.actual ?? 0;
  const booked = variant.booked ?? 0;
  const typed = number !== null && Number.isFinite(number) ? number : null;
  const result = typed === null ? null : mode === 'delta' ? actual + typed : typed;
  const problem =
    result === null ? null : result < 0 ? t.belowZero(actual) : result < booked ? t.belowBooked(booked) : null;
  const idle = result === null || result === actual;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (typed === null || problem || idle) return;
    const change = mode === 'delta' ? { delta: typed } : { counted: typed };
    save.mutate({ params: { project_id: projectId, id: variant.id }, body: { ...change, comment } });
  };
  return (
    <Modal opened onClose={onClose} title={t.editStockOf(title)} centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            value={mode}
            onChange={(next) => setMode(next === 'counted' ? 'counted' : 'delta')}
            data={[
              { value: 'delta', label: t.byDifference },
              { value: 'counted', label: t.counted },
            ]}
          />
          <QuantityInput
            key={mode}
            label={mode === 'delta' ? t.delta : t.countedLabel}
            {...(mode === 'delta' ? { description: t.deltaHint } : {})}
            min={mode === 'delta' ? -actual : 0}
            value={number}
            onChange={setNumber}
            error={problem}
            data-autofocus
          />
          <Textarea
            label={t.comment}
            description={t.commentHint}
            maxLength={500}
            autosize
            minRows={2}
            value={comment}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <div className="stock-sum" aria-live="polite">
            <Figure label={t.now} value={formatCount(actual)} />
            <Figure
              label={t.change}
              value={result === null ? '–' : `${result > actual ? '+' : ''}${formatCount(result - actual)}`}
            />
            <Figure label={t.willBe} value={result === null ? '–' : formatCount(result)} />
          </div>
          {save.error && (
            <Alert color="red" role="alert">
              {messageOf(save.error)}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {w.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={problem !== null || idle}>
              {t.editStock}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={650} fz="lg" className="figures">
        {value}
      </Text>
    </div>
  );
}
