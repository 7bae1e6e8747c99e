import { slice } from '../kit/slice';
import { writeChanges } from './changes';
import { publishDue } from './news';
import { changesPublished, newsPublished } from './notices';
import { newsRoutes } from './routes';

export const news = slice({
  name: 'news',
  level: 6,
  routes: newsRoutes,
  notices: [newsPublished, changesPublished],
  jobs: [publishDue, writeChanges],
  topics: [
    { kind: 'news', permission: 'news.read' },
    { kind: 'news_setting', permission: 'news.read' },
  ],
});
