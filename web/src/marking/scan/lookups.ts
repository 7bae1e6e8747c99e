import { type LookupAnswer, lookUp } from '@lanka/domain/marking/contract';
import { call } from '../../kit/http/call';
import { oneByOne, type Scan, type Sending, useScanQueue } from '../../kit/scan/queue';
import { useProjectId } from '../../kit/session';

/** Codes that the server is asked about one after another: what is it? */
export function useLookups(name: string, heard: Omit<Sending<Scan, LookupAnswer>, 'send'>) {
  const project_id = useProjectId();
  const queue = useScanQueue<Scan, LookupAnswer>(name, {
    send: oneByOne(({ label: code }, signal) => call(lookUp, { params: { project_id }, query: { code }, signal })),
    ...heard,
  });
  return { ...queue, add: (code: string) => queue.add({ label: code }) };
}
