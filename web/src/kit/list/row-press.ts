/** A press anywhere on a row of a list follows its link or opens its details; arrows move between rows. Part of `DataTable`. */
import type { KeyboardEvent, MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/** Links, buttons and inputs inside a row keep their own meaning; selecting text is not a press. */
function isOwnPress(event: MouseEvent): boolean {
  const target = event.target as Element;
  return Boolean(target.closest('a, button, input, label, [role="checkbox"]')) || getSelection()?.type === 'Range';
}

export function useRowPress<T>(rowLink: ((row: T) => string) | undefined, openDetails: (row: T) => void) {
  const navigate = useNavigate();
  return (row: T) => (event: MouseEvent) => {
    if (isOwnPress(event)) return;
    if (!rowLink) {
      if (event.button === 0) openDetails(row);
    } else if (event.metaKey || event.ctrlKey || event.button === 1) window.open(rowLink(row), '_blank', 'noopener');
    else if (event.button === 0) navigate(rowLink(row));
  };
}

export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = (event.target as Element).closest('[data-row]');
  if (!row || (event.target as Element).matches('input:not([type="checkbox"]), textarea')) return;
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const link = next?.querySelector<HTMLElement>('a, button, input');
  if (!link) return;
  event.preventDefault();
  link.focus();
}
