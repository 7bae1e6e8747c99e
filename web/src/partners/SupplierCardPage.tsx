import { readSupplier, type SupplierCard } from '@lanka/domain/partners/contract';
import { Avatar, Button, Group } from '@mantine/core';
import { IconDoorExit, IconPackage } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Fact, KeyFacts, Section } from '../kit/display/facts';
import { DateOnly, Money, Percent, Phone } from '../kit/display/values';
import { useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useHook } from '../kit/slice';
import { useText } from '../kit/text';
import { LazyMarkdown, PausedNotice } from '../projects';
import { text as accessText } from './access-text';
import { supplierPart } from './facts';
import { LeaveModal } from './LeaveModal';
import { text } from './supplier-text';

/** `/cp/suppliers/…`: what a dropshipper has agreed with a supplier, and what the supplier says of himself. */
export function SupplierCardPage() {
  const t = useText(text);
  const a = useText(accessText);
  const [leaving, setLeaving] = useState(false);
  const { id = '' } = useParams();
  const card = useCall(readSupplier, { params: { project_id: id } });
  const known = card.data;
  return (
    <Page
      title={known?.title ?? t.supplier}
      crumbs={[{ to: '/cp/products', label: t.goods }]}
      {...(known
        ? {
            heading: (
              <Group gap="sm" wrap="nowrap">
                <Avatar src={known.logo_url} name={known.title} radius="md" alt="" />
                {known.title}
              </Group>
            ),
            action: { label: t.itsGoods, icon: IconPackage, to: `/cp/products?project_id=${known.project_id}` },
            menu: [{ label: a.leave, icon: IconDoorExit, danger: true, onClick: () => setLeaving(true) }],
            side: <Contact card={known} />,
          }
        : {})}
    >
      <Loaded query={card}>{(loaded) => <Terms card={loaded} />}</Loaded>
      {known && <LeaveModal supplier={known} opened={leaving} close={() => setLeaving(false)} />}
    </Page>
  );
}

const words = (value: string): ReactNode => (
  <span className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
    {value}
  </span>
);

function Terms({ card }: { card: SupplierCard }) {
  const t = useText(text);
  const parts = useHook(supplierPart);
  const limit = card.credit_limit;
  const agreed: Fact[] = [
    { label: t.discount, value: <Percent part={card.discount} /> },
    { label: t.level, value: card.price_level_name ?? t.ordinary },
    {
      label: t.credit,
      value:
        limit === null ? (
          t.noLimit
        ) : (
          <>
            <Money kopecks={limit} /> · {card.on_limit === 'refuse' ? t.refused : t.warned}
          </>
        ),
    },
    { label: t.payment, value: card.payment_days === null ? t.notAgreed : t.days(card.payment_days) },
    { label: t.refusal, value: <Money kopecks={card.refusal_charge} /> },
    { label: t.since, value: <DateOnly date={card.since} /> },
  ];
  const told = [
    [t.minimum, card.minimum_order],
    [t.delivery, card.delivery],
    [t.deliveryTime, card.delivery_time],
    [t.region, card.region_restriction],
    [t.returns, card.returns],
  ] as const;
  const facts: Fact[] = told.map(([label, value]) => ({ label, value: words(value), hidden: value === '' }));
  return (
    <>
      <PausedNotice until={card.paused_until} />
      {parts.map(({ id, Component }) => (
        <Suspense key={id} fallback={null}>
          <Component projectId={card.project_id} />
        </Suspense>
      ))}
      <KeyFacts across title={t.terms} facts={agreed} />
      {facts.some(({ hidden }) => !hidden) ? (
        <KeyFacts title={t.rules} facts={facts} />
      ) : (
        <Section title={t.rules} empty={t.noRules} />
      )}
      {card.description && (
        <Section title={t.about}>
          <LazyMarkdown>{card.description}</LazyMarkdown>
        </Section>
      )}
    </>
  );
}

function Contact({ card }: { card: SupplierCard }) {
  const t = useText(text);
  return (
    <KeyFacts
      title={t.contact}
      action={
        <Button component={Link} to="/cp/payments" variant="default" size="xs">
          {t.account}
        </Button>
      }
      facts={[
        { label: t.person, value: card.contact_person, hidden: card.contact_person === '' },
        { label: t.phone, value: <Phone number={card.phone} />, hidden: card.phone === null },
        { label: t.website, value: words(card.website ?? ''), hidden: !card.website },
        { label: t.category, value: card.category, hidden: card.category === '' },
        { label: t.balance, value: <Money kopecks={card.balance} signed /> },
      ]}
    />
  );
}
