/**
 * Sends a file to the project's storage (specification §7, Uploads): asks for a place, then PUTs the file there.
 * Components use `FileDrop` of `form/files.tsx`.
 *
 *   const { file_name, url } = await upload(project_id, file, { onProgress: (share) => … });
 */
import { createUpload } from '@lanka/domain/files/contract';
import { currentLocale } from '../text';
import { CallError, call, errorFrom } from './call';

export interface Uploaded {
  url: string;
  file_name: string;
}

interface Place {
  url: string;
  headers: Record<string, string>;
}

/** Asks for a place; that of the project unless whoever sends has one of his own. */
export type AskForPlace = (body: CallBody) => Promise<{ url: string; file_name: string; direct_upload: Place }>;
interface CallBody {
  file_name: string;
  bytes: number;
  content_type?: string;
}

export interface UploadOptions {
  askForPlace?: AskForPlace;
  /** 0 … 1 */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

export async function upload(projectId: string, file: File, options: UploadOptions = {}): Promise<Uploaded> {
  const body = { file_name: file.name, bytes: file.size, ...(file.type ? { content_type: file.type } : {}) };
  const place = options.askForPlace
    ? await options.askForPlace(body)
    : await call(createUpload, {
        params: { project_id: projectId },
        body,
        ...(options.signal ? { signal: options.signal } : {}),
      });
  await put(place.direct_upload, file, options);
  return { url: place.url, file_name: place.file_name };
}

/** XMLHttpRequest, because fetch cannot tell how much has been sent. */
function put(to: Place, file: File, { onProgress, signal }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('PUT', to.url);
    for (const [name, value] of Object.entries(to.headers)) sending.setRequestHeader(name, value);
    sending.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    sending.onload = () => {
      const failure = storageFailure(sending.status, sending.responseText);
      if (failure) reject(failure);
      else resolve();
    };
    sending.onerror = () => reject(new CallError(0, 'network', lostConnection()));
    sending.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    signal?.addEventListener('abort', () => sending.abort(), { once: true });
    sending.send(file);
  });
}

const lostConnection = () =>
  currentLocale() === 'ua' ? 'Файл не передано: зникло з’єднання' : 'The file was not sent: the connection was lost';

/** The storage may answer 200 with an `<Error>` document inside, or with our own JSON. */
export function storageFailure(status: number, reply: string): CallError | null {
  const xml = /<Error>[\s\S]*?<Message>([^<]*)<\/Message>/.exec(reply)?.[1];
  if (xml !== undefined) return new CallError(status, 'storage', xml);
  if (status >= 200 && status < 300) return null;
  try {
    return errorFrom(status, JSON.parse(reply));
  } catch {
    return errorFrom(status, reply);
  }
}
