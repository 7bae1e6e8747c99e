import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useSession } from '../kit/session';

/** The name of a counterparty; for who may see counterparties it leads to their page. */
export function CounterpartyLink({ id, name }: { id: string; name: string }) {
  const { isDropshipping, can } = useSession();
  if (isDropshipping || !can('counterparties.read')) return <span className="wrap-anywhere">{name}</span>;
  return (
    <Anchor component={Link} to={`/cp/counterparties/${id}`} inherit className="wrap-anywhere">
      {name}
    </Anchor>
  );
}
