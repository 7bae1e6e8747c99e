import { monthInWords } from '@lanka/domain/billing/lines';
import { formatMoney } from '@lanka/domain/kit/money';
import type { Plan } from '@lanka/domain/kit/plans';
import {
  Badge,
  Button,
  Group,
  List,
  Paper,
  Progress,
  Text,
  ThemeIcon,
  Title,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { planName } from '../identity';
import { Money } from '../kit/display/values';
import { Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { text } from './text';
import { type Priced, pricedIn, usePriceList } from './use-prices';

interface PlanCardsProps {
  plans: readonly Plan[];
  chosen: string | null;
  choose: (plan: Plan) => void;
  popular?: string | undefined;
  busy?: string | null;
  /** Of the chosen plan: how much of it is used, in words and in percent. */
  used?: PlanUse | undefined;
}

/** Specification §3, Pricing plan card: its info text, and how far its bar goes in which colour. */
export interface PlanUse {
  readonly text: string;
  readonly percent: number;
  readonly color: string;
}

/** The cards of the plan step (specification §2.5): a column on small screens, a row from medium up. */
export function PlanCards({ plans, chosen, choose, popular, busy, used }: PlanCardsProps) {
  const list = usePriceList();
  return (
    <Loaded query={list}>
      {(prices) => (
        <div className="plan-cards">
          {plans.map((plan) => (
            <PlanCard
              key={plan}
              plan={plan}
              priced={pricedIn(prices)(plan)}
              isChosen={plan === chosen}
              isPopular={plan === popular}
              isBusy={plan === busy}
              used={plan === chosen ? used : undefined}
              choose={() => choose(plan)}
            />
          ))}
        </div>
      )}
    </Loaded>
  );
}

interface PlanCardProps {
  plan: Plan;
  priced: Priced;
  isChosen: boolean;
  isPopular: boolean;
  isBusy: boolean;
  used: PlanUse | undefined;
  choose: () => void;
}

function PlanCard({ plan, priced, isChosen, isPopular, isBusy, used, choose }: PlanCardProps) {
  const t = useText(text);
  const { locale } = useLocale();
  const { price, old_price, next } = priced;
  const forManufacturers = plan.startsWith('manufacturer');
  return (
    <Paper component="section" withBorder radius="lg" p="lg" className="plan-card" data-chosen={isChosen || undefined}>
      <Group justify="space-between" mih={26}>
        <Title order={2} size="h3">
          {planName(plan, locale)}
        </Title>
        {isPopular && (
          <Badge variant="filled" radius="sm" tt="none">
            {forManufacturers ? t.mostPopular : t.popular}
          </Badge>
        )}
      </Group>
      <div>
        {old_price !== null && (
          <Text c="dimmed" size="sm">
            <VisuallyHidden>{t.oldPrice} </VisuallyHidden>
            <s>
              <Money kopecks={old_price} span inherit /> {t.aMonth}
            </s>
          </Text>
        )}
        <Text fw={700} size="xl">
          <Money kopecks={price} span inherit />{' '}
          <Text span size="sm" c="dimmed">
            {t.aMonth}
          </Text>
        </Text>
        {next && (
          <Text c="dimmed" size="sm">
            {t.priceFrom(monthInWords(next.from, locale), formatMoney(next.price))}
          </Text>
        )}
      </div>
      <List
        spacing={6}
        icon={
          <ThemeIcon size={20} radius="xl" variant="light" aria-hidden>
            <IconCheck size={14} />
          </ThemeIcon>
        }
      >
        {t.benefits(plan, priced).map((benefit) => (
          <List.Item key={benefit}>{benefit}</List.Item>
        ))}
      </List>
      {used && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {used.text}
          </Text>
          <Progress value={used.percent} color={used.color} aria-label={used.text} />
        </div>
      )}
      {isChosen ? (
        <Tooltip label={t.chosenHint}>
          <Button variant="default" aria-pressed leftSection={<IconCheck size={18} className="plan-check" />}>
            {t.chosen}
          </Button>
        </Tooltip>
      ) : (
        <Button variant="default" aria-pressed={false} loading={isBusy} onClick={choose}>
          {t.choose}
        </Button>
      )}
    </Paper>
  );
}
