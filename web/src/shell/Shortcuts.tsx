import { Kbd, Modal } from '@mantine/core';
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react';
import { useText } from '../kit/text';
import { text } from './text';

/** Drawn: not every font has the arrows. */
const ARROWS = { up: IconArrowUp, down: IconArrowDown, left: IconArrowLeft, right: IconArrowRight };
const isArrow = (key: string): key is keyof typeof ARROWS => key in ARROWS;

/** What the keyboard does, by `?` or from the palette. */
export function Shortcuts({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useText(text);
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const keys = [
    [[mod, 'K'], t.keys.palette],
    [['?'], t.keys.help],
    [['up', 'down'], t.keys.rows],
    [['Enter'], t.keys.open],
    [['left', 'right', 'up', 'down'], t.keys.options],
    [['Tab'], t.keys.next],
    [['Esc'], t.keys.close],
  ] as const;
  return (
    <Modal opened={opened} onClose={close} title={t.shortcuts}>
      <dl className="shortcuts">
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {pressed.map((key) => (
                <Key key={key} name={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

function Key({ name }: { name: string }) {
  const t = useText(text);
  if (!isArrow(name)) return <Kbd>{name}</Kbd>;
  const Arrow = ARROWS[name];
  return (
    <Kbd>
      <Arrow size={12} role="img" aria-label={t.arrows[name]} className="key-arrow" />
    </Kbd>
  );
}
