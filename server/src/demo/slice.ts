import { measureServices } from '../integrations';
import { slice } from '../kit/slice';
import { addBanks } from './banks';
import { payBills, payBillsNow } from './bills';
import { addCards } from './cards';
import { addChats } from './chats';
import { addDelivery } from './delivery';
import { loadDemoIfEmpty } from './load';
import { payPlanByCard } from './plan_card';
import { demoRoutes } from './routes';
import { demoSignIns } from './sign-ins';
import { openTill } from './till';
import { addWebhook } from './webhooks';

export const demo = slice({
  name: 'demo',
  level: 13,
  routes: demoRoutes,
  jobs: [payBills],
  async fill(app, routes) {
    if (!app.config.demo) return [];
    if ((await loadDemoIfEmpty(app, routes)) === 'loaded') {
      await addWebhook(app);
      // each asks a service of its own
      await Promise.all([openTill, addDelivery, addChats, addBanks, addCards, payPlanByCard].map((add) => add(app)));
      await measureServices(app);
      // a product that was killed while it paid by card has left an invoice that waits
    } else await payBillsNow(app);
    return [];
  },
  greet: demoSignIns,
});
