import * as contract from '@lanka/domain/marking/contract';
import { countWithoutCode } from '../catalog';
import type { ProjectScope } from '../kit/auth/scope';
import type { Tx } from '../kit/db/db';
import { type Served, serve } from '../kit/http/serve';
import { refuseStale } from '../kit/http/stale';
import { handOut } from './give-codes';
import { lookUp } from './look-up';
import { lockSettings, readSettings, writeSettings } from './marking.store';
import { openLabel } from './open-label';

const shown = async (tx: Tx, scope: ProjectScope): Promise<contract.MarkingSettings> => ({
  ...(await readSettings(tx, scope)),
  without_code: await countWithoutCode(tx, scope),
});

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
];
