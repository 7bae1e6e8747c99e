import { slice } from '../kit/slice';
import { firstUserLink } from './first-user';
import { linkLetters } from './link-letters';
import { operatorLink } from './operator';
import { identityRoutes } from './routes';
import { forgetEnded } from './sweep';

export const identity = slice({
  name: 'identity',
  level: 1,
  routes: identityRoutes,
  jobs: [forgetEnded, linkLetters],
  // before the demo, which keeps away from a database that has a user
  async fill(app) {
    const link = await firstUserLink(app);
    return link ? [`Перший користувач ${app.config.firstUserEmail} задає пароль тут: ${link}`] : [];
  },
  async greet(app) {
    const link = await operatorLink(app);
    return link ? [`Оператор ${app.config.operatorEmail} задає пароль тут: ${link}`] : [];
  },
});
