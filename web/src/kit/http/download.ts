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
  const answer = await signedRequest(urlOf(route, args), { method: route.method });
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => undefined);
    const error = errorFrom(answer.status, body, requestIdOf(answer));
    noteFault(`${route.method} ${route.path}`, error);
    throw error;
  }
  saveAs(
    await answer.blob(),
    fileNameFrom(answer.headers.get('Content-Disposition')) ?? name ?? reportName(new Date()),
  );
}

export function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
