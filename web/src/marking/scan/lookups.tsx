import { listAllVariants } from '@lanka/domain/catalog/contract';
import { type LookupAnswer, lookUp, markingErrors } from '@lanka/domain/marking/contract';
import { type ReactNode, useState } from 'react';
import { CallError, call } from '../../kit/http/call';
import { notifyError } from '../../kit/overlay/notify';
import { type Ambiguous, type Choice, Choices } from '../../kit/scan/Choices';
import { oneByOne, type Scan, type Sending, useScanQueue } from '../../kit/scan/queue';
import { signal } from '../../kit/scan/signal';
import { useProjectId } from '../../kit/session';

/** The goods that a refused code may mean; none where it was refused for something else. */
function choicesIn(error: Error): Choice[] {
  if (!(error instanceof CallError) || error.code !== markingErrors.ambiguous_code.code) return [];
  return error.details.flatMap(({ product_variant_id, name }) =>
    typeof product_variant_id === 'string' && typeof name === 'string' ? [{ product_variant_id, name }] : [],
  );
}

/**
 * Codes that the server is asked about one after another: what is it? Where several goods have a code, `choices` asks
 * which; whatever is chosen is answered as if its own code had been scanned.
 */
export function useLookups(
  name: string,
  { asks = true, ...heard }: Omit<Sending<Scan, LookupAnswer>, 'send'> & { readonly asks?: boolean },
) {
  const project_id = useProjectId();
  const [asked, setAsked] = useState<readonly Ambiguous[]>([]);
  const queue = useScanQueue<Scan, LookupAnswer>(name, {
    send: oneByOne(({ label: code }, signal) => call(lookUp, { params: { project_id }, query: { code }, signal })),
    ...heard,
    onRefused(error, scan) {
      const choices = asks ? choicesIn(error) : [];
      if (choices.length === 0) return heard.onRefused?.(error, scan);
      signal('wrong');
      queue.remove(scan.id);
      setAsked((before) => [...before, { id: scan.id, code: scan.label, choices }]);
    },
  });
  const dismiss = ({ id }: Ambiguous) => setAsked((before) => before.filter((one) => one.id !== id));
  const choose = async (one: Ambiguous, { product_variant_id }: Choice) => {
    try {
      const { items } = await call(listAllVariants, {
        params: { project_id },
        query: { id: [product_variant_id], limit: 1 },
      });
      const [product_variant] = items;
      if (!product_variant) return;
      dismiss(one);
      heard.onSent({ kind: 'product_variant', product_variant }, { id: one.id, label: one.code, refused: null });
    } catch (error) {
      notifyError(error);
    }
  };
  const choices: ReactNode = (
    <Choices asked={asked} choose={(one, choice) => void choose(one, choice)} dismiss={dismiss} />
  );
  return { ...queue, choices, add: (code: string) => queue.add({ label: code }) };
}
