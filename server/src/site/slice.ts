import { slice } from '../kit/slice';
import { siteRoutes } from './routes';
import { forgetOldSendings } from './sweep';

export const site = slice({ name: 'site', routes: siteRoutes, jobs: [forgetOldSendings] });
