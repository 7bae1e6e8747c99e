import type { Locale } from '@lanka/domain/kit/errors';
import { can } from '@lanka/domain/kit/permissions';
import { kyivDate } from '@lanka/domain/kit/time';
import { type CreateReportBody, MAX_WAITING, type Report, reportErrors } from '@lanka/domain/reports/contract';
import { REPORTS } from '@lanka/domain/reports/kinds';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import type { Services } from '../kit/services';
import { makeReport } from './make';
import * as store from './reports.store';
import { seenBy, withCosts } from './rights';

type Subject = Pick<CreateReportBody, 'kind' | 'product_variant_id' | 'counterparty_id'>;

/** How the modification or the counterparty is called that a report is of. @throws where there is none, or the role does not see such rows */
export async function subjectOf(tx: Tx, scope: ProjectScope, body: Subject): Promise<string> {
  const { kind, product_variant_id, counterparty_id } = body;
  if (!can(scope.role, REPORTS[kind].permission)) throw reportErrors.other_role({ path: 'kind' });
  if (product_variant_id) {
    const name = await store.nameVariant(tx, scope, product_variant_id);
    if (name === null) throw reportErrors.no_modification({ path: 'product_variant_id' });
    return name;
  }
  if (!counterparty_id) return '';
  const name = await store.nameCounterparty(tx, scope, counterparty_id);
  if (name === null) throw reportErrors.no_counterparty({ path: 'counterparty_id' });
  return name;
}

const SAME = ['kind', 'format', 'product_variant_id', 'counterparty_id', 'from', 'to', 'on', 'locale'] as const;

/** Answers the id of the report: of the one that is being made already where somebody presses twice. */
export async function createReport(
  tx: Tx,
  app: Services,
  scope: ProjectScope,
  body: CreateReportBody,
  locale: Locale,
): Promise<string> {
  if (body.on && body.on > kyivDate(new Date())) throw reportErrors.future({ path: 'on' });
  const subject = await subjectOf(tx, scope, body);
  const { kind, format, product_variant_id = null, counterparty_id = null, from = null, to = null, on = null } = body;
  const asked = { kind, format, product_variant_id, counterparty_id, from, to, on, locale };
  await store.lockReports(tx, scope);
  const open = await store.listOpen(tx, scope);
  const same = open.find(
    (one) =>
      one.user_id === scope.user.id && one.schedule_id === null && SAME.every((name) => one[name] === asked[name]),
  );
  if (same) return same.id;
  if (open.filter((one) => one.schedule_id === null).length >= MAX_WAITING)
    throw reportErrors.too_many_waiting({ allowed: MAX_WAITING });
  const costs = withCosts(kind, [scope.role]);
  const id = await store.insertReport(tx, scope, scope.user.id, { ...asked, subject, costs });
  await app.jobs.send(tx, makeReport, { project_id: scope.project.id, report_id: id });
  return id;
}

export async function readReport(tx: Tx, scope: ProjectScope, id: string): Promise<store.ListedReport> {
  const found = await store.readReport(tx, scope, seenBy(scope.role), id);
  if (!found) throw reportErrors.not_found();
  return found;
}

export async function showReport(app: Services, record: store.ListedReport, locale: Locale): Promise<Report> {
  const { id, kind, format, from, to, on, product_variant_id, counterparty_id, subject, status, rows } = record;
  const { bytes, file, file_name, failure, user_name, schedule_id, created_at, finished_at } = record;
  const error = failure && reportErrors[failure];
  return {
    ...{ id, kind, format, from, to, on, product_variant_id, counterparty_id, subject, status, rows, bytes, file_name },
    ...{ user_name, schedule_id, created_at, finished_at },
    url: file ? await app.storage.presignGet(file) : null,
    error: error && { code: error.code, message: error.text[locale] },
  };
}
