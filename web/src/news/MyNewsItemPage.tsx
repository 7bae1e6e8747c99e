import * as contract from '@lanka/domain/news/contract';
import { Anchor, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { DateTime } from '../kit/display/values';
import { useAction, useCall } from '../kit/http/query';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useSession } from '../kit/session';
import { useText } from '../kit/text';
import { Told } from './Told';
import { text } from './text';

const LIST = '/cp/news';

/** One item as a dropshipper reads it; `?project=` says whose it is. */
export function MyNewsItemPage({ id }: { id: string }) {
  const t = useText(text);
  const { project } = useSession();
  const [search] = useSearchParams();
  const project_id = search.get('project') ?? project?.id ?? '-';
  const params = { project_id, id };
  const item = useCall(contract.readMyNews, { params });
  const known = item.data;
  useMarked(params, known !== undefined);
  return (
    <Page
      title={known?.title ?? t.one}
      crumbs={[{ to: LIST, label: t.title }]}
      subtitle={
        known && (
          <Text span inherit>
            <Anchor component={Link} to={`/cp/suppliers/${known.supplier.id}`} inherit>
              {known.supplier.title}
            </Anchor>
            {' · '}
            <DateTime at={known.published_at} span inherit />
            {known.edited_at && (
              <>
                {` · ${t.edited} `}
                <DateTime at={known.edited_at} span inherit />
              </>
            )}
          </Text>
        )
      }
      narrow
    >
      <Loaded query={item}>
        {(loaded) => (
          <Told
            item={loaded}
            linkTo={(product) => `/cp/products/${product}?project=${loaded.supplier.id}`}
            empty={t.nothingForYou}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** Told once, when the item is on the screen and the page is looked at. */
function useMarked(params: { project_id: string; id: string }, isShown: boolean): void {
  const { mutate } = useAction(contract.markMyNews, { quiet: true });
  const told = useRef(false);
  const { project_id, id } = params;
  useEffect(() => {
    if (!isShown || told.current) return;
    const tell = () => {
      if (document.visibilityState !== 'visible' || told.current) return;
      told.current = true;
      mutate({ params: { project_id, id } });
    };
    tell();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, [isShown, mutate, project_id, id]);
}
