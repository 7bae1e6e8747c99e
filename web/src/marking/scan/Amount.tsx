import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { QuantityInput } from '../../kit/form/inputs';
import { useText } from '../../kit/text';
import { text } from './text';

interface AmountProps {
  name: string;
  picked: number;
  count: number;
  /** So many are picked by the number shown before; more than `count`, or no whole number, is for who asks to refuse. */
  set: (picked: number) => void;
}

/** How many of a line are picked; pressed, the number is typed. */
export function Amount({ name, picked, count, set }: AmountProps) {
  const t = useText(text);
  const [typed, setTyped] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** The field loses the focus when Enter closes it, in some browsers with an event. */
  const isDone = useRef(false);
  const shown = `${picked} / ${count}`;
  if (!isOpen) {
    return (
      <Button
        variant="default"
        size="md"
        className="figures nowrap"
        aria-label={t.setPicked(name, picked, count)}
        onClick={() => {
          setTyped(null);
          isDone.current = false;
          setOpen(true);
        }}
      >
        {shown}
      </Button>
    );
  }
  const done = () => {
    if (isDone.current) return;
    isDone.current = true;
    setOpen(false);
    if (typed !== null && typed !== picked) set(typed);
  };
  return (
    <QuantityInput
      size="md"
      w={80}
      aria-label={t.howManyPicked(name)}
      placeholder={shown}
      value={typed}
      onChange={setTyped}
      max={count}
      onEnter={done}
      onBlur={done}
      autoFocus
    />
  );
}
