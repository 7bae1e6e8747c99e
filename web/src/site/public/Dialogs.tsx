import { createAccessRequest, createContactMessage, createRequestForm } from '@lanka/domain/site/contract';
import { useState } from 'react';
import { trackClick } from '../../kit/analytics';
import { CallError, call } from '../../kit/http/call';
import { useLocale, useText } from '../../kit/text';
import type { Toast } from './App';
import { useAskedAudience, useRememberedPlan } from './browser';
import { type Audience, REGIONS, useSite } from './data';
import { dialogText } from './dialog-text';
import { Choice, ConsentBox, check, type Errors, Field, Form } from './Form';
import { Modal } from './Modal';
import type { Opened } from './opening';
import { text } from './text';

type Shown = Exclude<Opened, { kind: 'cookies' }>;

interface DialogProps {
  close: () => void;
  tell: (toast: Toast) => void;
}

export function Dialogs({ opened, ...rest }: DialogProps & { opened: Shown }) {
  if (opened.kind === 'contact') return <ContactDialog {...rest} />;
  if (opened.kind === 'consultation') return <ConsultationDialog {...rest} />;
  return <AccessDialog {...rest} opened={opened} />;
}

/** Specification §8, Landing contact form: a success clears and closes, a wrong contact and any failure notify. */
function useSending({ close, tell }: DialogProps, kind: string, sent: string) {
  const t = useText(dialogText);
  return async (errors: Errors | null, send: () => Promise<unknown>): Promise<Errors | null> => {
    if (errors) {
      if (errors.email_phone === t.wrongEmailPhone) tell({ tone: 'bad', words: t.checkEmailPhone });
      return errors;
    }
    try {
      await send();
    } catch (error) {
      const wrong =
        error instanceof CallError && error.details.some(({ field }) => String(field).endsWith('email_phone'));
      tell({ tone: 'bad', words: wrong ? t.checkEmailPhone : t.unknown });
      return wrong ? { email_phone: t.wrongEmailPhone } : {};
    }
    trackClick('form', 'sent', kind);
    tell({ tone: 'good', words: sent });
    close();
    return null;
  };
}

function ContactDialog(props: DialogProps) {
  const t = useText(dialogText);
  const sending = useSending(props, 'contact', t.sent);
  return (
    <Modal title={t.contactTitle} lead={t.contactLead} close={props.close}>
      <Form
        submit={({ name = '', email_phone = '', comment, nickname }) => {
          const contact = { kind: 'contact' as const, name, email_phone, comment };
          return sending(check(createContactMessage.body, contact, t), () =>
            call(createRequestForm, { body: { request_form: { name, email: email_phone, comment }, nickname } }),
          );
        }}
      >
        {(errors) => (
          <>
            <Field name="name" label={t.name} errors={errors} autoComplete="name" />
            <Field name="email_phone" label={t.emailPhone} errors={errors} />
            <Field name="comment" label={t.question} errors={errors} kind="area" optional />
          </>
        )}
      </Form>
    </Modal>
  );
}

function ConsultationDialog(props: DialogProps) {
  const t = useText(dialogText);
  const { locale } = useLocale();
  const sending = useSending(props, 'consultation', t.sent);
  return (
    <Modal title={t.consultationTitle} lead={t.consultationLead} close={props.close}>
      <Form
        submit={({ name = '', email_phone = '', region, comment, nickname }) => {
          const body = { kind: 'consultation' as const, name, email_phone, region, comment, nickname, locale };
          return sending(check(createContactMessage.body, body, t), () => call(createContactMessage, { body }));
        }}
      >
        {(errors) => (
          <>
            <Field name="name" label={t.name} errors={errors} autoComplete="name" />
            <Field name="email_phone" label={t.emailPhone} errors={errors} />
            <RegionChoice />
            <Field name="comment" label={t.comment} errors={errors} kind="area" optional />
          </>
        )}
      </Form>
    </Modal>
  );
}

/** Kept in Ukrainian whatever the visitor reads, so that an operator sees one name for one city. */
function RegionChoice() {
  const t = useText(dialogText);
  const { locale } = useLocale();
  const shown = REGIONS[locale].split(',');
  const options = REGIONS.ua.split(',').map((city, at) => [city, shown[at] ?? city] as const);
  return <Choice name="region" label={t.region} optional options={[['', t.noRegion], ...options]} />;
}

function AccessDialog({ opened, ...props }: DialogProps & { opened: Extract<Shown, { kind: 'access' }> }) {
  const t = useText(dialogText);
  const { planTitles } = useText(text);
  const { locale } = useLocale();
  const { plans } = useSite();
  const asked = useAskedAudience();
  const remembered = useRememberedPlan();
  const plan = opened.plan ?? remembered;
  const ofPlan = plan?.startsWith('dropshipper-') ? 'dropshipper' : plan ? 'manufacturer' : null;
  const [audience, setAudience] = useState<Audience>(opened.audience ?? asked ?? ofPlan ?? 'manufacturer');
  const sending = useSending(props, 'access', t.accessSent);
  return (
    <Modal title={t.accessTitle} lead={t.accessLead} close={props.close}>
      <Form
        submit={({ consent, ...values }) => {
          const body = { ...values, audience, locale };
          const errors = check(createAccessRequest.body, body, t);
          const found = consent ? errors : { ...errors, consent: t.consentNeeded };
          return sending(found, () => call(createAccessRequest, { body: createAccessRequest.body.parse(body) }));
        }}
      >
        {(errors) => (
          <>
            <Choice
              name="audience"
              label={t.audience}
              chosen={audience}
              options={[
                ['manufacturer', t.manufacturer],
                ['dropshipper', t.dropshipper],
              ]}
              onChoose={(value) => setAudience(value === 'dropshipper' ? 'dropshipper' : 'manufacturer')}
            />
            <Field name="name" label={t.name} errors={errors} autoComplete="name" />
            <div className="field-pair">
              <Field name="email" label={t.email} errors={errors} kind="email" autoComplete="email" />
              <Field name="phone_number" label={t.phone} errors={errors} kind="tel" autoComplete="tel" optional />
            </div>
            <Field name="company" label={t.company} errors={errors} autoComplete="organization" optional />
            <div className="field-pair">
              <Choice
                key={audience}
                name="subscription_plan"
                label={t.plan}
                optional
                chosen={ofPlan === audience && plan ? plan : ''}
                options={[
                  ['', t.noPlan],
                  ...Object.keys(plans[audience]).map((id) => [id, planTitles[id] ?? id] as const),
                ]}
              />
              <RegionChoice />
            </div>
            <Field name="comment" label={t.comment} errors={errors} kind="area" optional />
            <ConsentBox errors={errors} />
          </>
        )}
      </Form>
    </Modal>
  );
}
