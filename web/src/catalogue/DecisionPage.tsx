import * as contract from '@lanka/domain/catalogue/contract';
import { NEEDED } from '@lanka/domain/catalogue/rules';
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { IconCheck, IconEyeOff } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Thumbnail } from '../kit/display/Thumbnail';
import { DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { useConfirm } from '../kit/overlay/confirm';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { Deeds, OnlyStaff, ROOT, Words } from '../operator';
import { LazyMarkdown } from '../projects';
import { text, verificationStatus } from './text';

export const DecisionPage = () => (
  <OnlyStaff>
    <Asked />
  </OnlyStaff>
);

function Asked() {
  const { id = '' } = useParams();
  const listing = useCall(contract.readOperatorListing, { params: { id } });
  return <Loaded query={listing}>{(data) => <Shown listing={data} />}</Loaded>;
}

function Shown({ listing }: { listing: contract.OperatorListingDetails }) {
  const t = useText(text);
  const decision = useDecision(listing);
  const waits = listing.verification === 'requested';
  return (
    <Page
      title={listing.title}
      crumbs={[{ to: `${ROOT}/catalogue`, label: t.requests }]}
      status={<StatusBadge table={verificationStatus} value={listing.verification} size="lg" />}
      action={
        waits && {
          label: t.verify,
          icon: IconCheck,
          onClick: () => void decision.verify(),
          loading: decision.isPending,
          disabledReason: listing.missing.length > 0 ? t.missingTitle : null,
        }
      }
      secondary={
        waits && (
          <Button variant="default" onClick={() => void decision.refuse()} loading={decision.isPending}>
            {t.refuse}
          </Button>
        )
      }
      menu={[
        listing.hidden
          ? { label: t.show, icon: IconCheck, onClick: () => void decision.show() }
          : { label: t.hide, icon: IconEyeOff, onClick: () => void decision.hide(), danger: true },
      ]}
      side={<Side listing={listing} />}
    >
      {listing.hidden && (
        <Alert color="red" title={t.hiddenFlag}>
          <Words>{listing.hidden_reason}</Words>
        </Alert>
      )}
      {listing.refusal && (
        <Alert color="gray" title={t.refusal}>
          <Words>{listing.refusal}</Words>
        </Alert>
      )}
      <KeyFacts
        title={t.checklist}
        facts={NEEDED.map((one) => ({
          label: t.missing[one],
          value: (
            <Text span c={listing.missing.includes(one) ? 'red' : undefined} inherit>
              {listing.missing.includes(one) ? t.no : t.yes}
            </Text>
          ),
        }))}
      />
      <Section title={t.about}>
        {listing.description ? (
          <LazyMarkdown>{listing.description}</LazyMarkdown>
        ) : (
          <Text c="dimmed">{t.noDescription}</Text>
        )}
      </Section>
      <Deeds subjectId={listing.id} />
    </Page>
  );
}

function Side({ listing }: { listing: contract.OperatorListingDetails }) {
  const t = useText(text);
  return (
    <Stack gap="md">
      <Thumbnail url={listing.logo_url} size={96} />
      <KeyFacts
        facts={[
          { label: t.category, value: listing.category },
          { label: t.city, value: [listing.city, listing.region].filter(Boolean).join(', ') || '–' },
          { label: t.minimum, value: listing.minimum_order || '–' },
          { label: t.delivery, value: listing.delivery || '–' },
          { label: t.deliveryTime, value: listing.delivery_time || '–' },
          { label: t.returns, value: listing.returns || '–' },
          { label: t.restriction, value: listing.region_restriction, hidden: !listing.region_restriction },
          { label: t.shownByOwner, value: listing.visible ? t.yes : t.no },
          { label: t.askedAt, value: <DateTime at={listing.requested_at} />, hidden: !listing.requested_at },
          {
            label: t.openComplaints,
            value: (
              <Anchor component={Link} to={`${ROOT}/catalogue_complaints?supplier_id=${listing.id}`} inherit>
                {listing.open_complaints}
              </Anchor>
            ),
          },
        ]}
      />
    </Stack>
  );
}

function useDecision({ id, title }: contract.OperatorListingDetails) {
  const t = useText(text);
  const confirm = useConfirm();
  const verify = useAction(contract.verifySupplier, { success: t.verifiedDone });
  const refuse = useAction(contract.refuseSupplier, { success: t.refusedDone });
  const hide = useAction(contract.hideSupplier, { success: t.hiddenDone });
  const show = useAction(contract.showSupplier, { success: t.shownDone });
  const params = { id };
  const reason = { label: t.reason, required: true };
  return {
    isPending: [verify, refuse, hide, show].some(({ isPending }) => isPending),
    verify: async () => {
      const question = { title: t.verifyTitle(title), effects: t.verifyEffects, confirmLabel: t.verify };
      if (await confirm(question)) verify.mutate({ params });
    },
    refuse: async () => {
      const question = { title: t.refuseTitle(title), effects: t.refuseEffects, confirmLabel: t.refuse, danger: true };
      const answer = await confirm({ ...question, reason });
      if (answer) refuse.mutate({ params, body: { reason: answer.reason } });
    },
    hide: async () => {
      const question = { title: t.hideTitle(title), effects: t.hideEffects, confirmLabel: t.hide, danger: true };
      const answer = await confirm({ ...question, reason });
      if (answer) hide.mutate({ params, body: { reason: answer.reason } });
    },
    show: async () => {
      const question = { title: t.showTitle(title), effects: t.showEffects, confirmLabel: t.show };
      if (await confirm(question)) show.mutate({ params });
    },
  };
}
