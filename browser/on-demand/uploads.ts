import { t } from '../translate.ts';
import { element } from '../behaviors/dialogs.ts';

interface Request {
  url: URL;
  fetchOptions: RequestInit & { headers: Record<string, string> };
  fetchRequest?: { response: Promise<Response> };
}

/**
 * Shows upload progress for forms with files. Uses XMLHttpRequest, because fetch does not report progress.
 */
export function showUploads(): void {
  document.addEventListener('turbo:before-fetch-request', (event) => {
    const { detail, target } = event as CustomEvent<Request>;
    const { body } = detail.fetchOptions;
    if (!(target instanceof HTMLFormElement) || !(body instanceof FormData)) return;
    if (![...body.values()].some((value) => value instanceof File && value.size > 0)) return;
    detail.fetchRequest = { response: send(detail, body, target) };
  });
}

function send({ url, fetchOptions }: Request, body: FormData, form: HTMLFormElement): Promise<Response> {
  const bar = element('progress', 'upload-progress');
  bar.max = 100;
  bar.ariaLabel = t`Upload`;
  const percent = element('output', '');
  const shown = element('p', 'upload-state', bar, percent);
  form.append(shown);
  const percents = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' });
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.responseType = 'blob';
  for (const [name, value] of Object.entries(fetchOptions.headers)) request.setRequestHeader(name, value);
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    bar.value = total > 0 ? Math.round((loaded / total) * 100) : 0;
    percent.value = percents.format(bar.value / 100);
  });
  fetchOptions.signal?.addEventListener('abort', () => request.abort());
  const answered = new Promise<Response>((resolve, reject) => {
    request.addEventListener('load', () => resolve(toResponse(request)));
    request.addEventListener('error', () => reject(new TypeError(t`The server cannot be reached`)));
    request.addEventListener('abort', () =>
      reject(new DOMException(t`The upload was stopped`, 'AbortError')),
    );
  });
  request.send(body);
  return answered.finally(() => shown.remove());
}

/** XMLHttpRequest has already followed redirects: a successful response belongs to the final address. */
function toResponse(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type') ?? 'text/html';
  const response = new Response(request.response as Blob, {
    status: request.status,
    headers: { 'content-type': type },
  });
  Object.defineProperties(response, {
    url: { value: request.responseURL },
    redirected: { value: request.status < 400 },
  });
  return response;
}
