/**
 * Saves what a route with `raw` answers (a PDF, a sheet) as a file:
 *
 *   await download(orderDocument, { params: { project_id, id } }, 'order.pdf');
 */
import type { AnyRoute } from '@lanka/domain/kit/route';
import { type CallArgs, errorFrom, noteFault, requestIdOf, signedRequest, urlOf } from './call';

/** `attachment; filename*=UTF-8''%D0%A0…` or `filename="…"` → the name, or null. */
export function fileNameFrom(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  }
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? null;
}

/** `report_2026-11-20T10-15-00.xlsx`: the name when the server gives none (specification §7, Export). */
export const reportName = (now: Date): string => `report_${now.toISOString().slice(0, 19).replaceAll(':', '-')}.xlsx`;

export async function download<R extends AnyRoute>(route: R, args: CallArgs<R>, name?: string): Promise<void> {
  const { content, answer } = await fetchFile(route, args);
  saveAs(content, fileNameFrom(answer.headers.get('Content-Disposition')) ?? name ?? reportName(new Date()));
}

/** The same to be shown, not saved. */
export async function fetchFile<R extends AnyRoute>(
  route: R,
  args: CallArgs<R>,
): Promise<{ content: Blob; answer: Response }> {
  const { body, signal } = args as { body?: unknown; signal?: AbortSignal };
  const answer = await signedRequest(urlOf(route, args), {
    method: route.method,
    ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
  if (!answer.ok) {
    const told: unknown = await answer.json().catch(() => undefined);
    const error = errorFrom(answer.status, told, requestIdOf(answer));
    noteFault(`${route.method} ${route.path}`, error);
    throw error;
  }
  return { content: await answer.blob(), answer };
}

export function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
