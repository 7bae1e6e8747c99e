import type * as contract from '@lanka/domain/api_keys/contract';
import { apiAllowed, type Plan, planTitle } from '@lanka/domain/kit/plans';
import { Alert, Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { DateOnly } from '../kit/display/values';
import { formatCount, formatSize } from '../kit/format';
import { useLocale, useText } from '../kit/text';
import { useIsDropshipper } from './calls';
import { text } from './text';

/** What the plan gives in a month, how much of it is used, and where that leads; or which plan has it. */
export function Limits({ limits }: { limits: contract.ApiLimits }) {
  const t = useText(text);
  const { locale } = useLocale();
  const isDropshipping = useIsDropshipper();
  const { allowed, use, forecast, resets_on, calls_per_minute, plans } = limits;
  const docs = (
    <Anchor href={`/developers/${locale}/start`} target="_blank">
      {t.docs}
    </Anchor>
  );
  if (!allowed) {
    const withApi = apiAllowed(isDropshipping ? 'dropshipper' : 'manufacturer', plans[0]);
    return (
      <Section title={t.noPlan}>
        <Stack align="flex-start">
          <Text>
            {withApi && t.noPlanText(formatCount(withApi.requests), formatSize(withApi.bytes, locale))}{' '}
            {plans.map((plan) => planTitle(plan as Plan, locale)).join(', ')}.
          </Text>
          <Button component={Link} to={isDropshipping ? '/cp/dropshipper-billing/billing' : '/cp/billing/billing'}>
            {t.choosePlan}
          </Button>
        </Stack>
      </Section>
    );
  }
  const isOver = use.requests >= allowed.requests || use.bytes >= allowed.bytes;
  const size = (bytes: number) => formatSize(bytes, locale);
  return (
    <Section title={t.month} action={docs}>
      <Stack>
        {isOver && <Alert color="red">{t.usedUp}</Alert>}
        <Share label={t.requests} used={use.requests} most={allowed.requests} show={formatCount} />
        <Share label={t.traffic} used={use.bytes} most={allowed.bytes} show={size} />
        {forecast && !isOver && (
          <Text size="sm">
            {t.forecast(formatCount(forecast.requests), size(forecast.bytes))}
            {forecast.runs_out_on && (
              <>
                {' '}
                {t.runsOut} <DateOnly span date={forecast.runs_out_on} />.
              </>
            )}
          </Text>
        )}
        <Text c="dimmed" size="sm">
          {t.resets} <DateOnly date={resets_on} />. {t.perMinute(formatCount(calls_per_minute))}
        </Text>
      </Stack>
    </Section>
  );
}

interface ShareProps {
  label: string;
  used: number;
  most: number;
  show: (value: number) => string;
}

function Share({ label, used, most, show }: ShareProps) {
  const t = useText(text);
  const share = Math.min(100, (used / most) * 100);
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text>{label}</Text>
        <Text c="dimmed" className="figures">
          {t.of(show(used), show(most))}
        </Text>
      </Group>
      <Progress value={share} color={share >= 100 ? 'red' : share >= 80 ? 'yellow' : 'accent'} aria-label={label} />
    </div>
  );
}
