import { kyivDate } from '@lanka/domain/kit/time';
import * as contract from '@lanka/domain/site/contract';
import { feedbackComment } from '@lanka/domain/site/rules';
import { readUser } from '../identity';
import { newId } from '../kit/db/ids';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import { addEvent } from './events.store';
import { pricesNow } from './prices';
import { readPriceList } from './prices.store';
import { receiveAccessRequest, receiveMessage } from './receive';

export const siteRoutes: Served[] = [
  serve(contract.readSiteOptions, ({ app: { config, maintenance } }) => ({
    contact_email: config.contactEmail,
    contact_phone: config.contactPhone,
    open_sign_up: config.openSignUp,
    google_tag_id: config.googleTagId ?? null,
    analytics_url: config.analyticsUrl ?? null,
    maintenance: maintenance.on ? { message: maintenance.state.message, until: maintenance.state.until } : null,
  })),

  serve(contract.listPlanPrices, async ({ tx }) => wholePage(pricesNow(await readPriceList(tx), new Date()))),

  serve(contract.countSiteEvent, ({ tx, body }) => addEvent(tx, body, kyivDate(new Date()))),

  serve(contract.createContactMessage, async ({ tx, app, body, locale, asker }) => {
    const { nickname, comment = '', ...words } = body;
    if (nickname) return { id: newId() };
    return receiveMessage(tx, app, asker, { locale, ...words, comment });
  }),

  serve(contract.createRequestForm, async ({ tx, app, body, locale, asker }) => {
    if (body.nickname) return { id: newId() };
    const { name, email, comment = '' } = body.request_form;
    return receiveMessage(tx, app, asker, { kind: 'request_form', name, email_phone: email, comment, locale });
  }),

  serve(contract.createAccessRequest, async ({ tx, app, body, locale, asker }) => {
    const { nickname, ...words } = body;
    if (nickname) return;
    await receiveAccessRequest(tx, app, asker, {
      locale,
      company: '',
      region: '',
      comment: '',
      ...words,
      phone_number: words.phone_number ?? null,
      subscription_plan: words.subscription_plan ?? null,
    });
  }),

  serve(contract.sendFeedback, async ({ tx, app, scope, body }) => {
    const user = await readUser(tx, scope);
    const consent = body.consent ?? false;
    return receiveMessage(
      tx,
      app,
      { user_id: user.id },
      {
        kind: 'feedback',
        name: body.name || user.name,
        email_phone: body.email ?? user.email,
        phone_number: body.phone_number ?? user.phone_number,
        comment: feedbackComment(user.id, consent, body.comment),
        consent,
        locale: user.locale,
        user_id: user.id,
      },
    );
  }),

  serve(contract.sendSupportMessage, async ({ tx, app, scope, body }) => {
    const user = await readUser(tx, scope);
    return receiveMessage(
      tx,
      app,
      { user_id: user.id },
      {
        kind: 'support',
        name: user.name,
        email_phone: body.email,
        phone_number: user.phone_number,
        comment: body.message,
        consent: body.consent,
        locale: user.locale,
        user_id: user.id,
      },
    );
  }),
];
