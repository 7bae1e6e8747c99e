import * as contract from '@lanka/domain/marking/contract';
import * as labels from '@lanka/domain/marking/labels';
import { countWithoutCode } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { wholePage } from '../kit/db/paging';
import { type Served, serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import { handOut } from './give-codes';
import { lookUp } from './look-up';
import { lockSettings, readSettings, writeSettings } from './marking.store';
import { openLabel } from './open-label';
import { previewLabel, printLabels } from './print';
import * as templates from './templates.store';

const shown = async (tx: Tx, scope: ProjectScope): Promise<contract.MarkingSettings> => ({
  ...(await readSettings(tx, scope)),
  without_code: await countWithoutCode(tx, scope),
});

/** The caller holds the lock of the project's templates. */
async function refuseTaken(tx: Tx, scope: ProjectScope, name: string, own?: string): Promise<void> {
  const holder = await templates.idOfName(tx, scope, name);
  if (holder === undefined || holder === own) return;
  const { code, text } = labels.labelErrors.name_taken;
  throw labels.labelErrors.name_taken({
    path: 'name',
    code,
    name,
    message: text[scope.locale].replace('{name}', name),
  });
}

export const markingRoutes: Served[] = [
  serve(contract.readMarking, ({ tx, scope }) => shown(tx, scope)),

  serve(contract.saveMarking, async ({ tx, scope, body, if_match, changed }) => {
    const known = await lockSettings(tx, scope);
    await refuseStale(if_match, known.version, () => shown(tx, scope));
    const values = {
      code_type: body.code_type,
      redirect_url: body.redirect_url === undefined ? known.redirect_url : body.redirect_url,
      show_price: body.show_price ?? known.show_price,
    };
    if (values.code_type === 'barcode' && values.redirect_url !== null)
      throw contract.markingErrors.redirect_only_qr({ path: 'redirect_url' });
    await writeSettings(tx, scope, values);
    changed('marking', scope.project.id);
    return shown(tx, scope);
  }),

  serve(contract.handOutCodes, async ({ tx, app, scope, body, changed }) => {
    const given = await handOut(tx, app, scope, body.product_variant_ids);
    changed('marking', scope.project.id);
    changed('products', scope.project.id);
    return given;
  }),

  serve(contract.lookUp, ({ tx, app, scope, query }) => lookUp(tx, app, scope, query.code)),

  serve(contract.openLabel, ({ tx, app, params, locale }) => openLabel(tx, app, params, locale)),

  serve(labels.listLabelTemplates, async ({ tx, scope }) => wholePage(await templates.listTemplates(tx, scope))),

  serve(labels.createLabelTemplate, async ({ tx, scope, body, changed }) => {
    await templates.lockTemplates(tx, scope);
    const limit = labels.MAX_TEMPLATES;
    if ((await templates.countTemplates(tx, scope)) >= limit) throw labels.labelErrors.full({ limit });
    await refuseTaken(tx, scope, body.name);
    const made = await templates.insertTemplate(tx, scope, {
      ...body,
      own_text: body.own_text ?? '',
      fields: body.fields ?? [],
    });
    changed('label_template', made.id);
    return made;
  }),

  serve(labels.updateLabelTemplate, async ({ tx, scope, params, body, if_match, changed }) => {
    if (body.name !== undefined) await templates.lockTemplates(tx, scope);
    const known = await templates.lockTemplate(tx, scope, params.id);
    if (!known) throw labels.labelErrors.not_found();
    await refuseStale(if_match, known.version, known);
    if (body.name !== undefined) await refuseTaken(tx, scope, body.name, known.id);
    const after = await templates.updateTemplate(tx, scope, params.id, body);
    changed('label_template', after.id);
    return after;
  }),

  serve(labels.deleteLabelTemplate, async ({ tx, scope, params, changed }) => {
    if (!(await templates.deleteTemplate(tx, scope, params.id))) throw labels.labelErrors.not_found();
    changed('label_template', params.id);
  }),

  serve(labels.previewLabel, async ({ tx, app, scope, body }) => ({
    stream: await previewLabel(tx, app, scope, body),
    content_type: 'image/svg+xml',
    file_name: 'label.svg',
    inline: true,
  })),

  serve(labels.printLabels, async ({ tx, app, scope, body }) => ({
    stream: await printLabels(tx, app, scope, body),
    content_type: 'application/pdf',
    file_name: scope.locale === 'ua' ? 'Етикетки.pdf' : 'Labels.pdf',
  })),
];
