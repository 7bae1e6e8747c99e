import { slice } from '../kit/slice';
import { siteRoutes } from './routes';
import { forgetOldSendings } from './sweep';

export const site = slice({ name: 'site', level: 2, routes: siteRoutes, jobs: [forgetOldSendings] });
