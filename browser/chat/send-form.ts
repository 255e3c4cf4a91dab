import { t } from '../translate.ts';
import { draftStored } from './announce-typing.ts';
import { problemIn } from './fetch-part.ts';
import type { Voice } from './record-voice.ts';
import { forgetUnsentMessage, keepUnsent, listUnsent } from './unsent-messages.ts';

interface Sending {
  conversation: string;
  form: HTMLFormElement;
  list: HTMLElement;
  onSent: () => void;
}

interface Written {
  text: string;
  replyTo: string;
  files?: readonly File[];
  voice?: Voice | undefined;
  /** Id of a message that could not be sent before. */
  client?: string;
}

/** Messages are sent one at a time, so that they arrive in the order in which they were written. */
let last: Promise<unknown> = Promise.resolve();

/** Shows the messages that could not be sent when the conversation was last open, and sends them. */
export function resendUnsent(sending: Sending): void {
  for (const message of listUnsent(sending.conversation)) sendForm(sending, message);
}

/** Shows a message immediately and sends it. A client-generated id makes retries idempotent. */
export function sendForm({ conversation, form, list, onSent }: Sending, written: Written): void {
  const { text, replyTo, files = [], voice, client = crypto.randomUUID() } = written;
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
    removeEventListener('online', send);
    if (!row.isConnected) return;
    row.classList.remove('failed');
    row.querySelector('.message-retry')?.remove();
    last = last
      .then(draftStored)
      .then(() => post(form.action, body, (share) => showProgress(row, share)))
      .then((problem) => {
        if (problem === undefined) {
          forgetUnsentMessage(conversation, client);
          onSent();
          return;
        }
        if (text !== '' && files.length === 0) keepUnsent(conversation, { client, text, replyTo });
        fail(row, problem === unreachable ? t`Not sent` : problem, send);
        if (problem === unreachable) addEventListener('online', send);
      });
  };
  send();
}

const unreachable = Symbol('unreachable');

/** Returns undefined on success, otherwise the reason for the failure. */
function post(
  address: string,
  body: FormData,
  onProgress: (share: number) => void,
): Promise<string | typeof unreachable | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 300) resolve(undefined);
      else resolve(problemIn(request.responseText));
    };
    request.onerror = () => resolve(unreachable);
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
