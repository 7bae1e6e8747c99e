import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileErrors, MAX_UPLOAD_BYTES } from '@lanka/domain/files/contract';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services';
import { arrived, shownType, stillOpen } from '../storage/storage';

/** The presigned addresses of files on local disk; with S3 the browser goes there instead. */
export function mountFiles(server: FastifyInstance, app: Services): void {
  const { local } = app.storage;
  if (!local) return;
  void server.register(async (plugin) => {
    plugin.removeAllContentTypeParsers();
    // the bytes are streamed to disk by the handler, whatever their type
    plugin.addContentTypeParser('*', { bodyLimit: MAX_UPLOAD_BYTES }, (_request, payload, done) => done(null, payload));

    plugin.put<{ Params: { '*': string }; Querystring: Record<string, string> }>(
      '/api/files/*',
      async (request, reply) => {
        const { expires = '', signature = '' } = request.query;
        const key = request.params['*'];
        local.check(key, expires, signature);
        const projectId = key.slice(0, key.indexOf('/'));
        for (const open of app.hooks.all(stillOpen))
          if (
            !(await app.db.transaction({ readOnly: true, projectIds: [projectId] }, (tx) => open(tx, projectId, key)))
          )
            throw fileErrors.link_expired();
        // counted and put into its place in one transaction, which holds no connection while the bytes come
        const keep = (bytes: number, place: () => Promise<void>) =>
          app.db.transaction({ projectIds: [projectId] }, async (tx) => {
            for (const count of app.hooks.all(arrived)) await count(app.hooks, tx, projectId, key, bytes);
            await place();
          });
        await local.put(key, expires, signature, request.body as Readable, MAX_UPLOAD_BYTES, keep);
        return reply.status(200).send();
      },
    );

    plugin.get<{ Params: { '*': string }; Querystring: Record<string, string> }>(
      '/api/files/*',
      async (request, reply) => {
        const key = request.params['*'];
        const { expires = '', signature = '' } = request.query;
        const path = local.open(key, expires, signature);
        if (!path) throw fileErrors.not_found();
        const shown = shownType(key);
        return reply
          .header('content-disposition', shown ? 'inline' : 'attachment')
          .header('content-security-policy', "default-src 'none'; sandbox")
          .header('cache-control', 'private, max-age=1800, immutable')
          .header('content-length', statSync(path).size)
          .type(shown ?? 'application/octet-stream')
          .send(createReadStream(path));
      },
    );
  });
}
