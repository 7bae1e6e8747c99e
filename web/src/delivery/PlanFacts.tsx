import { type Plan, readPrice } from '@lanka/domain/delivery/contract';
import { formatMoney } from '@lanka/domain/kit/money';
import { Loader, Text } from '@mantine/core';
import { DateOnly, Money, Phone } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { useText } from '../kit/text';
import { text } from './text';

interface PlanFactsProps {
  plan: Plan;
  /** Of one that is not made yet: the carrier is asked what it would cost. */
  projectId?: string;
  cost?: number | null;
  arrives?: string | null;
}

/** What a waybill says, or would say. */
export function PlanFacts({ plan, projectId, cost, arrives }: PlanFactsProps) {
  const t = useText(text);
  return (
    <dl className="facts facts-across">
      <div>
        <dt>{t.recipient}</dt>
        <dd className="wrap-anywhere">
          {plan.recipient_name || '–'}
          {plan.recipient_phone && (
            <>
              , <Phone number={plan.recipient_phone} />
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>{t.place}</dt>
        <dd className="wrap-anywhere">{[plan.city_name, plan.branch_name].filter(Boolean).join(', ') || '–'}</dd>
      </div>
      <div>
        <dt>{t.weightShort}</dt>
        <dd>
          {t.kg(String(plan.weight / 1_000).replace('.', ','))}, {t.seats.toLowerCase()}: {plan.seats}
        </dd>
      </div>
      <div>
        <dt>{t.declared}</dt>
        <dd>
          <Money kopecks={plan.declared} />
        </dd>
      </div>
      {plan.cod_sum > 0 && (
        <div>
          <dt>{t.cod}</dt>
          <dd>
            <Money kopecks={plan.cod_sum} />, {t.codServices[plan.cod_service].toLowerCase()}
          </dd>
        </div>
      )}
      <div>
        <dt>{t.payer}</dt>
        <dd>{t.payers[plan.payer]}</dd>
      </div>
      {projectId && plan.city_ref && <Expected projectId={projectId} plan={plan} />}
      {cost != null && (
        <div>
          <dt>{t.price}</dt>
          <dd>
            <Money kopecks={cost} />
          </dd>
        </div>
      )}
      {arrives && (
        <div>
          <dt>{t.arrives}</dt>
          <dd>
            <DateOnly date={arrives} />
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What the carrier says now; when he does not answer the waybill can be made all the same. */
function Expected({ projectId, plan }: { projectId: string; plan: Plan }) {
  const t = useText(text);
  const query = {
    city: plan.city_ref ?? '',
    ...(plan.branch_ref ? { branch: plan.branch_ref } : {}),
    ...(plan.door ? { door: 'true' as const } : {}),
    ...{ weight: plan.weight, seats: plan.seats, declared: plan.declared, cod: plan.cod_sum },
  };
  const price = useCall(
    readPrice,
    { params: { project_id: projectId }, query },
    { staleTime: 600_000, keepPrevious: true },
  );
  return (
    <div>
      <dt>{t.price}</dt>
      <dd>
        {price.data?.problem ? (
          <Text size="sm" c="dimmed">
            {price.data.problem.message}
          </Text>
        ) : price.data ? (
          <>
            {t.priceOf(formatMoney(price.data.cost ?? 0))}
            {(price.data.cod_cost ?? 0) > 0 && ` ${t.priceCod(formatMoney(price.data.cod_cost ?? 0))}`}
            {price.data.date && (
              <Text size="sm" c="dimmed">
                {t.arrives}: <DateOnly date={price.data.date} />
              </Text>
            )}
          </>
        ) : price.error ? (
          <Text size="sm" c="dimmed">
            {messageOf(price.error)}
          </Text>
        ) : (
          <Loader size="xs" />
        )}
      </dd>
    </div>
  );
}
