import { type LookupAnswer, lookUp, markingErrors } from '@lanka/domain/marking/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { readVariants } from '../../catalog';
import { CallError, call } from '../../kit/http/call';
import { notify, notifyError } from '../../kit/overlay/notify';
import { type Ambiguous, type Choice, Choices } from '../../kit/scan/Choices';
import { oneByOne, type Scan, type Sending, useScanQueue } from '../../kit/scan/queue';
import { signal } from '../../kit/scan/signal';
import { useProjectId } from '../../kit/session';
import { useText } from '../../kit/text';
import { text } from './text';

/** The goods that a refused code may mean; none where it was refused for something else. */
function choicesIn(error: Error): Choice[] {
  if (!(error instanceof CallError) || error.code !== markingErrors.ambiguous_code.code) return [];
  return error.details.flatMap(({ product_variant_id, name }) =>
    typeof product_variant_id === 'string' && typeof name === 'string' ? [{ product_variant_id, name }] : [],
  );
}

interface Asked extends Ambiguous {
  /** What was chosen is looked up. */
  readonly isChosen?: boolean;
}

/**
 * Codes that the server is asked about one after another: what is it? Where several goods have a code, `choices` asks
 * which; whatever is chosen is answered as if its own code had been scanned. Until then the scan stays in the queue,
 * and is asked about again after a reload; `scans` are those that nothing is asked about.
 */
export function useLookups(
  name: string,
  { asks = true, ...heard }: Omit<Sending<Scan, LookupAnswer>, 'send'> & { readonly asks?: boolean },
) {
  const t = useText(text);
  const project_id = useProjectId();
  const [asked, setAsked] = useState<readonly Asked[]>([]);
  const latest = useRef(heard);
  latest.current = heard;
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const queue = useScanQueue<Scan, LookupAnswer>(`${name}.${project_id}`, {
    send: oneByOne(({ label: code }, signal) => call(lookUp, { params: { project_id }, query: { code }, signal })),
    ...heard,
    isQuestion: (error) => asks && choicesIn(error).length > 0,
    onRefused(error, scan) {
      const choices = asks ? choicesIn(error) : [];
      if (choices.length === 0) return heard.onRefused?.(error, scan);
      signal('wrong');
      setAsked((before) => [...before.filter(({ id }) => id !== scan.id), { id: scan.id, code: scan.label, choices }]);
    },
  });
  const dismiss = ({ id }: Ambiguous) => {
    setAsked((before) => before.filter((one) => one.id !== id));
    queue.remove(id);
  };
  const choose = async (one: Ambiguous, { product_variant_id }: Choice) => {
    if (heard.isHeld) return signal('wrong');
    const setChosen = (isChosen: boolean) =>
      setAsked((before) => before.map((other) => (other.id === one.id ? { ...other, isChosen } : other)));
    // pressed twice it is one piece
    setChosen(true);
    try {
      const [product_variant] = await readVariants(project_id, [product_variant_id]);
      // who has left the screen finds the scan when he comes back
      if (isLeft.current) return;
      const now = latest.current;
      if (!product_variant || now.isHeld) {
        setChosen(false);
        signal('wrong');
        if (!product_variant) notify('error', t.gone);
        return;
      }
      dismiss(one);
      now.onSent({ kind: 'product_variant', product_variant }, { id: one.id, label: one.code, refused: null });
    } catch (error) {
      setChosen(false);
      notifyError(error);
    }
  };
  // answered in another tab, it is no question here any more
  const open = asked.filter(({ id }) => queue.scans.some((scan) => scan.id === id));
  const choices: ReactNode = (
    <Choices
      asked={open.filter(({ isChosen }) => !isChosen)}
      choose={(one, choice) => void choose(one, choice)}
      dismiss={dismiss}
    />
  );
  const scans = queue.scans.filter(({ id }) => !open.some((one) => one.id === id));
  return {
    ...queue,
    scans,
    choices,
    isChoosing: open.some(({ isChosen }) => isChosen),
    add: (code: string) => queue.add({ label: code }),
  };
}
