import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from './simulator';
import type { Call, Stage } from './world';

declare module 'fastify' {
  interface FastifyRequest {
    call?: Call;
    fault?: Fault;
  }
  interface FastifyContextConfig {
    /** A page of the simulator itself, which no fault concerns. */
    page?: boolean;
  }
}

const SHOWN = 400;

/** Notes the calls below this server, and has them meet the faults: before their work is done, or after it. */
export function meetFaults(server: FastifyInstance, stage: Stage): void {
  server.addHook('preHandler', async (request, reply) => {
    if (request.routeOptions.config.page) return undefined;
    const what = `${request.method} ${request.url} ${JSON.stringify(request.body ?? '')}`;
    const fault = stage.faults.take(what);
    const call: Call = { at: stage.now().toISOString(), what: what.slice(0, SHOWN), status: null };
    stage.note(call);
    request.call = call;
    if (!fault) return undefined;
    request.fault = fault;
    call.fault = fault.kind;
    return refuse(fault, request, reply);
  });
  server.addHook('onSend', async ({ fault, call, raw }, reply, payload) => {
    if (fault?.kind === 'lost_answer') {
      raw.socket.destroy();
      return payload;
    }
    if (call) call.status = reply.statusCode;
    if (fault?.kind !== 'broken_json') return payload;
    const text = String(payload);
    return text.slice(0, Math.floor(text.length / 2));
  });
}

/** What happens before the work is done; nothing for those that happen after it. */
async function refuse({ kind, ms }: Fault, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  switch (kind) {
    case 'slow':
      await sleep(ms ?? 5_000, undefined, { ref: false });
      return undefined;
    case 'down':
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    case 'error':
      return reply.code(500).send({ message: 'Internal Server Error' });
    case 'unavailable':
      return reply.code(503).type('text/html').send('<h1>503 Service Temporarily Unavailable</h1>');
    case 'limited':
      return reply
        .code(429)
        .header('retry-after', String(Math.ceil((ms ?? 1_000) / 1000)))
        .send({ message: 'Too Many Requests' });
    default:
      return undefined;
  }
}
