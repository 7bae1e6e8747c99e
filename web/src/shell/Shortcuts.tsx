import { Kbd, Modal } from '@mantine/core';
import { useText } from '../kit/text';
import { text } from './text';

/** What the keyboard does, by `?` or from the palette. */
export function Shortcuts({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useText(text);
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const keys = [
    [[mod, 'K'], t.keys.palette],
    [['?'], t.keys.help],
    [['↑', '↓'], t.keys.rows],
    [['Enter'], t.keys.open],
    [['←', '→', '↑', '↓'], t.keys.options],
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
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
