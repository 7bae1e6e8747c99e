import { McpServer } from '@modelcontextprotocol/server';
import { API_VERSION } from '../../sdk/src/index.js';
import { type Place, placeOf, wordsOf } from './place.js';
import type { Settings } from './settings.js';
import type { Tool } from './tool.js';
import { draftOrder } from './tools/draft.js';
import { findGoods, runningOut } from './tools/goods.js';
import { countOrders, listOrders, readOrder } from './tools/orders.js';
import { findCounterparties, listSuppliers, whoami } from './tools/people.js';
import { whatChanged } from './tools/whatChanged.js';

const READING = [
  ...[whoami, runningOut, findGoods, listOrders, countOrders, readOrder],
  ...[whatChanged, findCounterparties, listSuppliers],
];

/** Nothing is asked of Lanka before a tool is called, so an assistant begins also while Lanka is away. */
export function makeServer(settings: Settings): McpServer {
  const place = placeOf(settings);
  const server = new McpServer(
    { name: 'lanka', title: place.t.title, version: API_VERSION },
    { instructions: place.t.instructions(settings.drafts) },
  );
  for (const one of READING) add(server, place, one);
  // without the flag it is not there: nothing can talk the assistant into using it
  if (settings.drafts) add(server, place, draftOrder);
  return server;
}

function add(server: McpServer, place: Place, { name, input, writes, run }: Tool): void {
  const { title, description } = place.t.tools[name as keyof Place['t']['tools']];
  const annotations = {
    ...{ readOnlyHint: writes !== true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
  server.registerTool(name, { title, description, inputSchema: input, annotations }, async (given) => {
    try {
      return { content: [{ type: 'text', text: JSON.stringify(await run(place, given)) }] };
    } catch (error) {
      return { content: [{ type: 'text', text: wordsOf(place.t, error) }], isError: true };
    }
  });
}
