import { Group, Input, Pill, Stack } from '@mantine/core';
import { useText } from '../text';
import { words } from '../words';
import { type FieldProps, useBound } from './fields';
import { Finder } from './finder';

export interface Named {
  id: string;
  name: string;
}

interface ChosenFieldProps extends FieldProps {
  find: (q: string, signal?: AbortSignal) => Promise<readonly Named[]>;
  placeholder: string;
  /** What it means that nothing is chosen. */
  none: string;
}

/** Several things found by typing, kept as a row of their names. */
export function ChosenField({ find, placeholder, none, ...props }: ChosenFieldProps) {
  const t = useText(words);
  const { value, onChange, common } = useBound(props);
  const chosen = Array.isArray(value) ? (value as Named[]) : [];
  const isChosen = ({ id }: Named): boolean => chosen.some((one) => one.id === id);
  const remove = ({ id }: Named) => onChange(chosen.filter((one) => one.id !== id));
  return (
    <Stack gap="xs">
      {common.disabled ? (
        <Input.Label>{common.label}</Input.Label>
      ) : (
        <Finder
          label={common.label}
          description={common.description}
          error={common.error}
          placeholder={placeholder}
          find={find}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          isDisabled={isChosen}
          onPick={(one) => isChosen(one) || onChange([...chosen, { id: one.id, name: one.name }])}
          onBlur={common.onBlur}
        />
      )}
      {chosen.length === 0 ? (
        <Input.Description>{none}</Input.Description>
      ) : (
        <Group gap="xs">
          {chosen.map((one) => (
            <Pill
              key={one.id}
              size="lg"
              withRemoveButton={!common.disabled}
              onRemove={() => remove(one)}
              removeButtonProps={{ 'aria-label': t.takeOut(one.name), 'aria-hidden': false, tabIndex: 0 }}
            >
              {one.name}
            </Pill>
          ))}
        </Group>
      )}
    </Stack>
  );
}
