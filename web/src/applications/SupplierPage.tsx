import * as contract from '@lanka/domain/applications/contract';
import { readLinkTerms } from '@lanka/domain/applications/links';
import { formatIban } from '@lanka/domain/kit/iban';
import { Phone } from '@lanka/domain/kit/phone';
import { Alert, Avatar, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from 'react-router';
import { KeyFacts, Section } from '../kit/display/facts';
import { Form, SubmitButton } from '../kit/form/Form';
import { CheckboxField, PhoneField, TextareaField, TextField } from '../kit/form/fields';
import { useEntityForm } from '../kit/form/useEntityForm';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { LazyMarkdown, TaxCodeField } from '../projects';
import { text } from './text';

/** `/cp/applications/suppliers/…`: a supplier's terms with the form of the application. */
export function SupplierPage() {
  const { id = '' } = useParams();
  return <Supplier terms={useCall(contract.readSupplierTerms, { params: { project_id: id } })} />;
}

/** `/cp/applications/join/…`: the same by a link that the supplier has handed out. */
export function JoinPage() {
  const { token = '' } = useParams();
  return <Supplier terms={useCall(readLinkTerms, { params: { token } })} link={token} />;
}

interface SupplierProps {
  terms: ReturnType<typeof useCall<typeof contract.readSupplierTerms>>;
  link?: string;
}

function Supplier({ terms, link }: SupplierProps) {
  const t = useText(text);
  const known = terms.data;
  return (
    <Page
      title={known?.title ?? t.supplier}
      {...(known
        ? {
            heading: (
              <Group gap="sm" wrap="nowrap">
                <Avatar src={known.logo_url} name={known.title} radius="md" alt="" />
                {known.title}
              </Group>
            ),
          }
        : {})}
      crumbs={[{ to: '/cp/applications', label: t.mine }]}
      {...(known ? { side: <Facts supplier={known} /> } : {})}
    >
      <Loaded query={terms}>{(loaded) => <Known supplier={loaded} {...(link === undefined ? {} : { link })} />}</Loaded>
    </Page>
  );
}

interface KnownProps {
  supplier: contract.SupplierTerms;
  link?: string;
}

function Known({ supplier, link }: KnownProps) {
  const t = useText(text);
  const { may } = supplier;
  return (
    <>
      {supplier.description && (
        <Section title={t.description}>
          <LazyMarkdown>{supplier.description}</LazyMarkdown>
        </Section>
      )}
      {may === 'apply' ? (
        <Section title={t.applyTitle}>
          <ApplyForm supplier={supplier} {...(link === undefined ? {} : { link })} />
        </Section>
      ) : (
        <Alert color="blue" icon={<IconInfoCircle />}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t.whyNot[may]}</Text>
            {may === 'plan_required' && (
              <Button component={Link} to="/cp/dropshipper-profile/billing" size="xs">
                {t.choosePlan}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
    </>
  );
}

function Facts({ supplier }: { supplier: contract.SupplierTerms }) {
  const t = useText(text);
  const lines = [
    [t.category, supplier.category],
    [t.minimumOrder, supplier.minimum_order],
    [t.deliveryTime, supplier.delivery_time],
    [t.region, supplier.region_restriction],
    [t.delivery, supplier.delivery],
    [t.returns, supplier.returns],
    [t.website, supplier.website],
  ] as const;
  return (
    <KeyFacts
      facts={lines.map(([label, value]) => ({
        label,
        value: (
          <span className="wrap-anywhere" style={{ whiteSpace: 'pre-line' }}>
            {value}
          </span>
        ),
        hidden: !value,
      }))}
    />
  );
}

/** The form shows the profile's phone, and what is cleared there is not taken from the profile again. */
const Applied = contract.ApplyBody.extend({ phone: Phone });

function ApplyForm({ supplier, link }: KnownProps) {
  const t = useText(text);
  const { user } = useSession();
  const navigate = useNavigate();
  const apply = useAction(contract.createApplication, { success: t.applied, quiet: true });
  const form = useEntityForm({
    schema: Applied,
    initial: {
      cover_text: '',
      phone: user.phone_number ?? '',
      edropoy_code: user.edropoy_code,
      iban: user.iban === null ? null : formatIban(user.iban),
      consent: false,
    },
    submit: ({ values }) =>
      apply.mutateAsync({
        params: { project_id: supplier.project_id },
        body: link === undefined ? values : { ...values, link },
      }),
    onSaved: ({ id }) => navigate(`/cp/applications/${id}`, { replace: true }),
  });
  const legalType = user.drop_legal_type;
  return (
    <Form form={form}>
      <Text c="dimmed" size="sm">
        {t.applyText}
      </Text>
      <TextareaField {...form.field('cover_text')} label={t.coverLabel} hint={t.coverHint} maxLength={2000} required />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <PhoneField {...form.field('phone')} label={t.phone} required />
        <TaxCodeField
          field={form.field('edropoy_code')}
          label={t.taxCode}
          value={form.watch().edropoy_code}
          legalType={legalType}
        />
        <TextField {...form.field('iban')} label={t.iban} placeholder="UA…" maxLength={60} />
      </SimpleGrid>
      <CheckboxField {...form.field('consent')} label={t.applyConsent} required />
      <div>
        <SubmitButton>{t.apply}</SubmitButton>
      </div>
    </Form>
  );
}
