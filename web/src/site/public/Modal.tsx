import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../kit/text';
import { dialogText } from './dialog-text';

/** The browser's own dialog: it keeps the focus inside, closes by Esc and gives the focus back. */
export function Modal(props: { title: string; lead: string; close: () => void; children: ReactNode }) {
  const t = useText(dialogText);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it from the keyboard
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby="modal-title"
      aria-describedby="modal-lead"
      onCancel={(event) => {
        event.preventDefault();
        props.close();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) props.close();
      }}
    >
      <div className="modal-body">
        <div className="modal-head">
          <h2 id="modal-title">{props.title}</h2>
          <button type="button" className="icon-button" aria-label={t.close} onClick={props.close}>
            <svg viewBox="0 0 24 24" width="24" height="24" className="line" aria-hidden="true">
              <path d="m6 6 12 12M18 6 6 18" />
            </svg>
          </button>
        </div>
        <p id="modal-lead">{props.lead}</p>
        {props.children}
      </div>
    </dialog>
  );
}
