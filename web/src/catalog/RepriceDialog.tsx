/** Prices of the chosen goods by a percent of the price: what will come of it first, then just that. */
import './reprice.css';
import * as contract from '@lanka/domain/catalog/repricing';
import type { PriceStep } from '@lanka/domain/kit/money';
import { readMainInfo } from '@lanka/domain/templates/main_info';
import {
  Alert,
  Button,
  Group,
  Modal,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Amount } from '../kit/display/values';
import { PercentInput } from '../kit/form/inputs';
import { call } from '../kit/http/call';
import { useAction, useCall } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { useText } from '../kit/text';
import { words } from '../kit/words';
import { usePriceLevels } from '../price_levels';
import { priceSteps } from '../templates';
import { text } from './reprice-text';

interface RepriceProps {
  project_id: string;
  product_ids: readonly string[];
  /** `done`: prices were changed, the choice is old. */
  close: (done: boolean) => void;
}

/** Long enough for a typed number to be whole. */
const TYPING_MS = 250;
const OWN = ['price', 'recommended_price'] as const;

export function RepriceDialog({ project_id, product_ids, close }: RepriceProps) {
  const t = useText(text);
  const w = useText(words);
  const { options: levels } = usePriceLevels(project_id);
  const info = useCall(readMainInfo, { params: { project_id } });
  const [target, setTarget] = useState<string>('price');
  const [sign, setSign] = useState<1 | -1>(1);
  const [typed, setTyped] = useState<number | null>(null);
  const [step, setStep] = useState<PriceStep | null>(null);
  const round_to = step ?? info.data?.price_step ?? 1;
  const percent = typed === null || !Number.isFinite(typed) ? null : sign * typed;
  const isTooMuch = percent !== null && !contract.RepricingBody.shape.percent.safeParse(percent).success;
  const own = OWN.find((one) => one === target);
  const body: contract.RepricingBody | null =
    percent === null || isTooMuch || !info.data
      ? null
      : {
          product_ids: [...product_ids],
          ...(own ? { target: own } : { target: 'level', price_level_id: target }),
          ...{ percent, round_to },
        };
  const now = JSON.stringify(body);
  const [asked] = useDebouncedValue(now, TYPING_MS);
  const preview = useQuery({
    queryKey: ['repricing', project_id, asked],
    queryFn: ({ signal }) =>
      call(contract.previewRepricing, {
        params: { project_id },
        body: JSON.parse(asked) as contract.RepricingBody,
        signal,
      }),
    enabled: asked !== 'null',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const save = useAction(contract.repriceProducts, {
    quiet: true,
    success: ({ changed }) => t.done(changed),
    onSuccess: () => close(true),
    // what was shown holds no longer: it is asked anew, with the reason beside
    onError: () => void preview.refetch(),
  });
  const isOld = now !== asked || preview.isFetching;
  const found = body ? preview.data : undefined;
  const submit = () => {
    if (body && found && !isOld) save.mutate({ params: { project_id }, body: { ...body, digest: found.digest } });
  };
  const error = save.error ?? (isOld ? null : preview.error);
  return (
    <Modal opened onClose={() => close(false)} title={t.title(product_ids.length)} centered size="lg">
      <Stack gap="md">
        <Select
          label={t.target}
          description={t.targetHint}
          data={[
            { value: 'price', label: t.price },
            { value: 'recommended_price', label: t.recommended },
            ...levels.map(({ value, label }) => ({ value, label: t.level(label) })),
          ]}
          value={target}
          onChange={(next) => next && setTarget(next)}
          allowDeselect={false}
        />
        <SegmentedControl
          aria-label={t.direction}
          value={String(sign)}
          onChange={(next) => setSign(next === '1' ? 1 : -1)}
          data={[
            { value: '1', label: t.more },
            { value: '-1', label: t.less },
          ]}
        />
        <SimpleGrid cols={2}>
          <PercentInput
            label={t.percent}
            value={typed}
            onChange={setTyped}
            error={isTooMuch ? t.tooMuch : undefined}
            data-autofocus
          />
          <Select
            label={t.rounding}
            data={priceSteps}
            value={String(round_to)}
            onChange={(next) => next && setStep(Number(next) as PriceStep)}
            allowDeselect={false}
          />
        </SimpleGrid>
        <Preview found={found} />
        {error && (
          <Alert color="red" role="alert">
            {messageOf(error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => close(false)}>
            {w.cancel}
          </Button>
          <Button onClick={submit} loading={save.isPending} disabled={isOld || !found || found.changed === 0}>
            {found && found.changed > 0 ? t.run(found.changed) : t.action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Preview({ found }: { found: contract.Repricing | undefined }) {
  const t = useText(text);
  if (!found) return <Text c="dimmed">{t.none}</Text>;
  const { changed, unchanged, refused, rows } = found;
  return (
    <section aria-label={t.preview}>
      <Text fw={500} role="status" mb={4}>
        {changed === 0 && refused === 0 ? t.nothing : t.counts(changed, unchanged, refused)}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must reach that */}
      <ul className="reprice-rows" tabIndex={0} aria-label={t.preview}>
        {rows.map((row) => (
          <li key={row.product_variant_id ?? row.product_id}>
            <div>
              <Text component="span" className="wrap-anywhere">
                {row.name || row.product_id}
              </Text>
              <Text size="sm" c="dimmed">
                {row.refused ?? row.sku}
              </Text>
            </div>
            {row.refused === null && (
              <span className="nowrap figures">
                {row.before === null ? t.noPrice : <Amount kopecks={row.before} />}
                <IconArrowRight size={14} aria-hidden className="reprice-arrow" />
                <VisuallyHidden> {t.becomes} </VisuallyHidden>
                <Amount kopecks={row.after} fw={600} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {rows.length < changed + refused && (
        <Text size="sm" c="dimmed">
          {t.shown(rows.length)}
        </Text>
      )}
    </section>
  );
}
