import { t } from '../translate.ts';
import { draftStored } from './announce-typing.ts';
import type { Voice } from './record-voice.ts';

interface Sending {
  form: HTMLFormElement;
  list: HTMLElement;
  text: string;
  files: readonly File[];
  voice: Voice | undefined;
  replyTo: string;
  onSent: () => void;
}

/** Messages are sent one at a time, so that they arrive in the order in which they were written. */
let last: Promise<unknown> = Promise.resolve();

/** Shows a message immediately and sends it. A client-generated id makes retries idempotent. */
export function sendForm({ form, list, text, files, voice, replyTo, onSent }: Sending): void {
  const client = crypto.randomUUID();
  const body = new FormData();
  for (const [name, value] of Object.entries({
    message: text,
    reply_to: replyTo,
    client_id: client,
    inline: 'yes',
  }))
    body.set(name, value);
  for (const file of files) body.append('files', file);
  if (voice) {
    body.set('voice_note', voice.file);
    body.set('waveform', voice.waveform);
    body.set('length', String(voice.length));
  }
  const row = pendingRow(client, text, [...files, ...(voice ? [voice.file] : [])]);
  list.append(row);
  const send = () => {
    row.classList.remove('failed');
    row.querySelector('.message-retry')?.remove();
    last = last
      .then(draftStored)
      .then(() => post(form.action, body, (share) => showProgress(row, share)))
      .then((problem) => {
        if (problem === undefined) onSent();
        else fail(row, problem, send);
      });
  };
  send();
}

/** Returns undefined on success, otherwise the reason for the failure. */
function post(
  address: string,
  body: FormData,
  onProgress: (share: number) => void,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 300) resolve(undefined);
      else {
        const page = new DOMParser().parseFromString(request.responseText, 'text/html');
        resolve(page.querySelector('[role=alert], h1 + p')?.textContent.trim() ?? t`Not sent`);
      }
    };
    request.onerror = () => resolve(t`Not sent`);
    request.send(body);
  });
}

function pendingRow(client: string, text: string, files: readonly File[]): HTMLElement {
  const row = document.createElement('li');
  row.className = 'message mine pending';
  row.dataset.pending = client;
  const column = document.createElement('div');
  column.className = 'message-column';
  const bubble = document.createElement('div');
  bubble.className = 'message-bubble';
  for (const file of files) {
    const name = document.createElement('p');
    name.textContent = file.name;
    bubble.append(name);
  }
  if (text !== '') {
    const said = document.createElement('div');
    said.className = 'message-text';
    said.textContent = text;
    bubble.append(said);
  }
  if (files.length > 0) bubble.append(document.createElement('progress'));
  column.append(bubble);
  row.append(column);
  return row;
}

function showProgress(row: HTMLElement, share: number): void {
  const bar = row.querySelector('progress');
  if (bar) bar.value = share;
}

function fail(row: HTMLElement, problem: string, again: () => void): void {
  row.classList.add('failed');
  const line = document.createElement('p');
  line.className = 'message-retry';
  line.setAttribute('role', 'alert');
  const retry = document.createElement('button');
  retry.type = 'button';
  retry.textContent = t`Retry`;
  retry.addEventListener('click', again);
  line.append(problem, ' ', retry);
  row.querySelector('.message-column')?.append(line);
}
