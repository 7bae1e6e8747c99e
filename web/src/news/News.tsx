import { useParams } from 'react-router';
import { useSession } from '../kit/session';
import { MyNewsItemPage } from './MyNewsItemPage';
import { MyNewsPage } from './MyNewsPage';
import { NewsFormPage } from './NewsFormPage';
import { NewsListPage } from './NewsListPage';
import { NewsPage } from './NewsPage';

/** `/cp/news`: what a supplier writes, or what a dropshipper reads of all of his. */
export function News() {
  const { id, part } = useParams();
  const { isDropshipping, role } = useSession();
  if (isDropshipping || role === 'Client') return id ? <MyNewsItemPage key={id} id={id} /> : <MyNewsPage />;
  if (!id) return <NewsListPage />;
  if (id === 'new' || part === 'edit') return <NewsFormPage key={id} id={id === 'new' ? null : id} />;
  return <NewsPage key={id} id={id} />;
}
