import { t } from '../translate.ts';
import { Controller, type ActionEvent } from '@hotwired/stimulus';
import { insertText } from './text-area.ts';

/** The Markdown that each toolbar button adds around the selection or at the beginning of its lines. */
const around: Readonly<Record<string, readonly [string, string]>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  code: ['`', '`'],
  link: ['[', '](https://)'],
};
const before: Readonly<Record<string, string>> = { heading: '## ', quote: '> ', list: '- ', numbers: '1. ' };
const keys: Readonly<Record<string, string>> = { b: 'bold', i: 'italic', k: 'link' };

/** The Markdown toolbar: formats the selection and inserts pictures. */
export class Markdown extends Controller<HTMLElement> {
  static override targets = ['text', 'state'];
  declare readonly textTarget: HTMLTextAreaElement;
  declare readonly stateTarget: HTMLElement;

  put({ params }: ActionEvent): void {
    this.write(String(params.sign));
  }

  press(event: KeyboardEvent): void {
    const sign = event.ctrlKey || event.metaKey ? keys[event.key.toLowerCase()] : undefined;
    if (sign === undefined || event.altKey || event.shiftKey) return;
    event.preventDefault();
    this.write(sign);
  }

  paste(event: ClipboardEvent | DragEvent): void {
    const source = event instanceof DragEvent ? event.dataTransfer : event.clipboardData;
    const pictures = [...(source?.files ?? [])].filter(
      // Some browsers do not know the type of HEIC.
      ({ type, name }) => type.startsWith('image/') || /\.hei[cf]$/i.test(name),
    );
    if (pictures.length === 0) return;
    event.preventDefault();
    for (const picture of pictures) void this.insertPicture(picture);
  }

  upload({ target }: Event): void {
    if (!(target instanceof HTMLInputElement)) return;
    for (const picture of target.files ?? []) void this.insertPicture(picture);
    target.value = '';
  }

  private write(sign: string): void {
    const { value, selectionStart: from, selectionEnd: to } = this.textTarget;
    const pair = around[sign];
    const selected = value.slice(from, to);
    if (pair) {
      this.replace(from, to, pair[0] + selected + pair[1]);
      this.textTarget.setSelectionRange(from + pair[0].length, to + pair[0].length);
      return;
    }
    const start = value.lastIndexOf('\n', from - 1) + 1;
    const lines = value.slice(start, to).replaceAll(/^/gm, before[sign] ?? '');
    this.replace(start, to, lines);
  }

  private replace(from: number, to: number, text: string): void {
    this.textTarget.setSelectionRange(from, to);
    insertText(this.textTarget, text);
  }

  private async insertPicture(picture: File): Promise<void> {
    this.stateTarget.textContent = t`Uploading image`;
    const form = new FormData();
    form.set('type', 'photos');
    form.set('file', picture);
    const answer = await fetch('/apis/php/data/upload', {
      method: 'POST',
      body: form,
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
    }).catch(() => undefined);
    const { data, message } = ((await answer?.json().catch(() => undefined)) ?? {}) as {
      data?: string;
      message?: string;
    };
    if (!answer?.ok || !data) {
      this.stateTarget.textContent = message ?? t`The image could not be uploaded`;
      return;
    }
    this.stateTarget.textContent = '';
    const { selectionStart: at } = this.textTarget;
    const name = picture.name.replace(/\.\w+$/, '').replaceAll(/[[\]\n]/g, ' ');
    this.replace(at, at, `\n![${name}](/content/uploads/${data})\n`);
  }
}
