import * as contract from '@lanka/domain/catalogue/contract';
import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Section } from '../kit/display/facts';
import { StatusBadge } from '../kit/display/status';
import { Form, SubmitButton } from '../kit/form/Form';
import { MoneyField, SwitchField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Loaded } from '../kit/page/states';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { Facts } from './SupplierPage';
import { text, verificationStatus } from './text';

/** Where each thing of the checklist is filled in. */
const PLACES: Record<contract.Listing['missing'][number], string | null> = {
  logo: '/cp/settings',
  description: null,
  category: '/cp/settings',
  delivery: null,
  returns: null,
  minimum_order: null,
  payment_details: '/cp/settings/payments',
  address: '/cp/settings/address',
  goods: '/cp/products',
};

/** In the settings of the showcase: how the project stands in the catalogue, and what is still missing. */
export function ListingPart() {
  const project_id = useProjectId();
  const listing = useCall(contract.readListing, { params: { project_id } });
  return (
    <Loaded query={listing}>
      {(known) => (
        <>
          <State listing={known} />
          <SettingsForm listing={known} />
        </>
      )}
    </Loaded>
  );
}

function State({ listing }: { listing: contract.Listing }) {
  const t = useText(text);
  const project_id = useProjectId();
  const request = useAction(contract.requestVerification, { success: t.requested });
  const withdraw = useAction(contract.withdrawVerification, { success: t.withdrawn });
  const { verification, missing, listed, visible, hidden } = listing;
  const params = { project_id };
  const mayAsk = verification === 'none' || verification === 'refused';
  return (
    <Section title={t.listing} action={<StatusBadge table={verificationStatus} value={verification} />}>
      <Stack gap="sm">
        <Text>
          {t.states[verification]} {listed && t.listed} {verification === 'verified' && !visible && t.notShown}
        </Text>
        {hidden && (
          <Alert color="red" title={t.hiddenBy}>
            {listing.hidden_reason}
          </Alert>
        )}
        {verification === 'refused' && <Alert color="red">{listing.refusal}</Alert>}
        {mayAsk && missing.length > 0 && (
          <div>
            <Text fw={500}>{t.missingTitle}</Text>
            <List size="sm" mt={4}>
              {missing.map((one) => (
                <List.Item key={one}>
                  {PLACES[one] ? (
                    <Anchor component={Link} to={PLACES[one]}>
                      {t.missing[one]}
                    </Anchor>
                  ) : (
                    t.missing[one]
                  )}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        {mayAsk && missing.length === 0 && (
          <>
            <Text>{t.nothingMissing}</Text>
            <Group>
              <Button loading={request.isPending} onClick={() => request.mutate({ params })}>
                {t.request}
              </Button>
            </Group>
          </>
        )}
        {verification === 'requested' && (
          <Group>
            <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate({ params })}>
              {t.withdraw}
            </Button>
          </Group>
        )}
        {listed && (
          <>
            <Facts facts={listing.facts} />
            <Anchor component={Link} to="/cp/settings/catalogue/facts" size="sm">
              {t.openFacts}
            </Anchor>
          </>
        )}
      </Stack>
    </Section>
  );
}

function SettingsForm({ listing }: { listing: contract.Listing }) {
  const t = useText(text);
  const project_id = useProjectId();
  const update = useAction(contract.updateListing, { quiet: true });
  const form = useEntityForm({
    schema: contract.UpdateListingBody,
    initial: listing,
    version: listing.version,
    success: t.saved,
    submit: ({ changed, version }) => update.mutateAsync({ params: { project_id }, body: changed, if_match: version }),
  });
  const labels = { base_prices: t.basePrices, public_page: t.publicPage, minimum_order_sum: t.minimumSum };
  const show = (_name: string, value: unknown) => (value === true ? t.yes : value === false ? t.no : undefined);
  return (
    <Section>
      <Form form={form} labels={labels} show={show}>
        <Stack gap="md">
          <SwitchField {...form.field('base_prices')} label={t.basePrices} hint={t.basePricesHint} />
          <SwitchField {...form.field('public_page')} label={t.publicPage} hint={t.publicPageHint} />
          {listing.public_page && listing.listed && (
            <Anchor href={listing.public_url} target="_blank" rel="noreferrer" size="sm">
              {t.openPublic}
            </Anchor>
          )}
          <MoneyField {...form.field('minimum_order_sum')} label={t.minimumSum} hint={t.minimumSumHint} />
          <SubmitButton>{t.saveSettings}</SubmitButton>
        </Stack>
      </Form>
    </Section>
  );
}
