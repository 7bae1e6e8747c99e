import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { QuantityInput } from '../../kit/form/inputs';
import { useScannedInto } from '../../kit/scan/typed';
import { useText } from '../../kit/text';
import { text } from './text';

interface AmountProps {
  name: string;
  picked: number;
  count: number;
  /**
   * So many are picked by who saw `seen` when the field was opened; more than `count`, or no whole number, is for who asks
   * to refuse.
   */
  set: (picked: number, seen: number) => void;
  /** The code of the next goods was scanned into the field. */
  scanned: (code: string) => void;
}

/** How many of a line are picked; pressed, the number is typed. */
export function Amount({ name, picked, count, set, scanned }: AmountProps) {
  const t = useText(text);
  const [typed, setTyped] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  /** The field loses the focus when Enter closes it, in some browsers with an event. */
  const isDone = useRef(false);
  const seen = useRef(picked);
  const heard = useScannedInto((code) => {
    isDone.current = true;
    setOpen(false);
    scanned(code);
  });
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
          seen.current = picked;
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
    if (typed !== null && typed !== seen.current) set(typed, seen.current);
  };
  return (
    <div onKeyDownCapture={heard}>
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
    </div>
  );
}
