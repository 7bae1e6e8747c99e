import { trackClick } from '../../kit/analytics';
import { remember } from '../../kit/storage';
import { useText } from '../../kit/text';
import { dropshipperBenefits, manufacturerBenefits } from './benefits';
import { planChanged, useRememberedPlan } from './browser';
import { type Audience, hryvnias, type Plan, useSite } from './data';
import { useOpen } from './opening';
import { text } from './text';

/** Three cards an audience; the second one is the most popular (specification §9). */
export function PlanCards({ audience }: { audience: Audience }) {
  const t = useText(text);
  const { plans } = useSite();
  const cards =
    audience === 'manufacturer'
      ? Object.entries(plans.manufacturer).map(([plan, terms]) => ({
          plan,
          terms,
          benefits: manufacturerBenefits(t, terms),
        }))
      : Object.entries(plans.dropshipper).map(([plan, terms]) => ({
          plan,
          terms,
          benefits: dropshipperBenefits(t, terms),
        }));
  return (
    <div className="plans">
      {cards.map(({ plan, terms, benefits }, at) => (
        <PlanCard
          key={plan}
          plan={plan as Plan}
          audience={audience}
          price={terms.price}
          oldPrice={terms.old_price}
          benefits={benefits}
          popular={at === 1}
        />
      ))}
    </div>
  );
}

interface PlanCardProps {
  plan: Plan;
  audience: Audience;
  price: number;
  oldPrice: number | null;
  benefits: readonly string[];
  popular: boolean;
}

function PlanCard({ plan, audience, price, oldPrice, benefits, popular }: PlanCardProps) {
  const t = useText(text);
  const { options } = useSite();
  const open = useOpen();
  const chosen = useRememberedPlan() === plan;
  return (
    <article className="plan" data-popular={popular || undefined} data-chosen={chosen || undefined}>
      <div className="plan-head">
        <h3>{t.planTitles[plan]}</h3>
        {popular && <span className="plan-badge">{t.popular}</span>}
      </div>
      <p className="plan-lead">{t.planLeads[plan]}</p>
      <p className="plan-price">
        {price === 0 ? <strong>{t.free}</strong> : <strong>{`${hryvnias(price)} ₴`}</strong>}
        {price > 0 && <span>{`/ ${t.month}`}</span>}
        {oldPrice !== null && (
          <del>
            <span className="unseen">{t.oldPrice} </span>
            {`${hryvnias(oldPrice)} ₴`}
          </del>
        )}
      </p>
      <ul className="benefits">
        {benefits.map((benefit) => (
          <li key={benefit}>{benefit}</li>
        ))}
      </ul>
      <a
        className={popular ? 'button' : 'button plain'}
        href="/cp/signup"
        aria-label={`${chosen ? t.chosen : t.choose}: ${t.planTitles[plan]}`}
        onClick={(event) => {
          // specification §4: remembered here, preselected in the wizard, and sign-up follows
          remember('fw-subscription-plan', plan);
          planChanged();
          trackClick('site', 'choose_plan', plan);
          if (options.open_sign_up) return;
          event.preventDefault();
          open({ kind: 'access', audience, plan });
        }}
      >
        {chosen ? t.chosen : t.choose}
      </a>
    </article>
  );
}

/** Specification §9, Pricing page table. */
export function PriceTable() {
  const t = useText(text);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on a phone, and a keyboard must reach that
    <section className="table-frame" tabIndex={0} aria-label={t.tableTitle}>
      <table className="price-table">
        <thead>
          <tr>
            {t.tableColumns.map((column) =>
              column === '' ? (
                <td key="corner" />
              ) : (
                <th key={column} scope="col">
                  {column}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {t.tableRows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={t.tableColumns[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
