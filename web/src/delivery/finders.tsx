import { type Branch, type City, listBranches, listCities } from '@lanka/domain/delivery/contract';
import { Text } from '@mantine/core';
import { Finder } from '../kit/form/finder';
import { call } from '../kit/http/call';
import { useText } from '../kit/text';
import { text } from './text';

interface TownProps {
  projectId: string;
  chosen: string;
  onPick: (city: City) => void;
  onClear: () => void;
  error?: string | undefined;
}

export function TownFinder({ projectId, chosen, onPick, onClear, error }: TownProps) {
  const t = useText(text);
  return (
    <Finder<City>
      label={t.town}
      description={t.townHint}
      error={error}
      find={async (q, signal) =>
        (await call(listCities, { params: { project_id: projectId }, query: { q }, ...(signal ? { signal } : {}) }))
          .items
      }
      keyOf={({ ref }) => ref}
      nameOf={({ name }) => name}
      render={(city) => (
        <>
          <Text span>{city.name}</Text>
          <Text span c="dimmed" size="sm">
            {' '}
            {[city.area, t.branchesOf(city.branches)].filter(Boolean).join(', ')}
          </Text>
        </>
      )}
      onPick={onPick}
      chosen={chosen || undefined}
      onClear={onClear}
    />
  );
}

interface BranchProps {
  projectId: string;
  city: string;
  chosen: string;
  onPick: (branch: Branch) => void;
  onClear: () => void;
  /** Only branches that one can send from. */
  onlyBranches?: boolean;
  error?: string | undefined;
}

export function BranchFinder({ projectId, city, chosen, onPick, onClear, onlyBranches, error }: BranchProps) {
  const t = useText(text);
  return (
    <Finder<Branch>
      // what was found in one town is none of another
      key={city}
      label={onlyBranches ? t.branchOnly : t.branch}
      description={t.branchHint}
      error={error}
      find={async (q, signal) =>
        (
          await call(listBranches, {
            params: { project_id: projectId },
            query: { city, q, ...(onlyBranches ? { kind: 'branch' as const } : {}) },
            ...(signal ? { signal } : {}),
          })
        ).items
      }
      keyOf={({ ref }) => ref}
      nameOf={({ name }) => name}
      codesOf={({ number }) => [String(number)]}
      render={(branch) => (
        <>
          <Text span className="wrap-anywhere">
            {branch.name}
          </Text>
          {branch.max_weight > 0 && (
            <Text span c="dimmed" size="sm">
              {' '}
              {t.upTo(branch.max_weight)}
            </Text>
          )}
        </>
      )}
      onPick={onPick}
      chosen={chosen || undefined}
      onClear={onClear}
    />
  );
}
