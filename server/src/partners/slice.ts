import { on } from '@lanka/domain/kit/hooks';
import { slice } from '../kit/slice';
import { belongings, projectCreated, projectDeletion } from '../projects';
import { managed } from './members';
import { openOwnSales, sumBalances } from './partners.store';
import { partnerRoutes } from './routes';

export const partners = slice({
  name: 'partners',
  level: 5,
  routes: partnerRoutes,
  hooks: [
    // every project begins with «Власні продажі»: the counterparty of its own retail (specification §1, the example)
    on(projectCreated, openOwnSales),
    on(projectDeletion, sumBalances),
    on(belongings, managed),
  ],
});
