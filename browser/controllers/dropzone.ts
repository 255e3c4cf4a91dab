import { t } from '../translate.ts';
import { Controller } from '@hotwired/stimulus';
import { element } from '../behaviors/dialogs.ts';

/** Accepts dropped and pasted files, and shows the chosen pictures with a button to remove each. */
export class Dropzone extends Controller<HTMLElement> {
  static override targets = ['input', 'video', 'files', 'previews'];
  static override values = { describe: Boolean };
  declare readonly inputTarget: HTMLInputElement;
  declare readonly hasInputTarget: boolean;
  declare readonly videoTarget: HTMLInputElement;
  declare readonly hasVideoTarget: boolean;
  declare readonly filesTarget: HTMLInputElement;
  declare readonly hasFilesTarget: boolean;
  declare readonly previewsTarget: HTMLElement;
  declare readonly describeValue: boolean;
  /** Descriptions entered for each picture so far. */
  private readonly descriptions = new Map<File, string>();

  override connect(): void {
    // Files may have been chosen before this controller loaded.
    if (this.hasInputTarget && this.inputTarget.files?.length) this.show();
  }

  over(event: DragEvent): void {
    if (!this.hasInputTarget || !event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.element.classList.add('is-over');
  }

  leave(): void {
    this.element.classList.remove('is-over');
  }

  drop(event: DragEvent): void {
    this.leave();
    if (this.take(event.dataTransfer)) event.preventDefault();
  }

  paste(event: ClipboardEvent): void {
    if (this.take(event.clipboardData)) event.preventDefault();
  }

  show(): void {
    const video = this.hasVideoTarget ? this.named(this.videoTarget) : [];
    const others = this.hasFilesTarget ? this.named(this.filesTarget) : [];
    this.previewsTarget.replaceChildren(
      ...[...(this.inputTarget.files ?? [])].map((file) => this.preview(file)),
      ...video,
      ...others,
    );
  }

  /** For videos and other files, the name identifies the file well enough. */
  private named(input: HTMLInputElement): HTMLElement[] {
    const files = [...(input.files ?? [])];
    return files.map((file) => {
      const remove = element('button', 'dropzone-remove', '×');
      remove.type = 'button';
      remove.ariaLabel = t`Remove ${file.name}`;
      remove.addEventListener('click', () => {
        const left = new DataTransfer();
        for (const other of files) if (other !== file) left.items.add(other);
        input.files = left.files;
        this.show();
      });
      const entry = element('li', 'dropzone-video', file.name, remove);
      entry.dataset.field = input.name;
      return entry;
    });
  }

  private take(source: DataTransfer | null): boolean {
    if (!this.hasInputTarget || !source?.files.length) return false;
    const { files, multiple } = this.inputTarget;
    this.choose(multiple ? [...(files ?? []), ...source.files] : [...source.files].slice(0, 1));
    return true;
  }

  private choose(files: File[]): void {
    const chosen = new DataTransfer();
    for (const file of files) chosen.items.add(file);
    this.inputTarget.files = chosen.files;
    this.show();
  }

  private preview(file: File): HTMLElement {
    const image = element('img', '');
    image.src = URL.createObjectURL(file);
    image.alt = file.name;
    const remove = element('button', 'dropzone-remove', '×');
    remove.type = 'button';
    remove.ariaLabel = t`Remove ${file.name}`;
    remove.addEventListener('click', () => {
      URL.revokeObjectURL(image.src);
      this.choose([...(this.inputTarget.files ?? [])].filter((other) => other !== file));
    });
    const entry = element('li', '', image, remove, ...(this.describeValue ? [this.description(file)] : []));
    // Most browsers do not show HEIC.
    image.addEventListener('error', () => {
      entry.classList.add('dropzone-video');
      image.replaceWith(file.name);
    });
    return entry;
  }

  private description(file: File): HTMLElement {
    const field = element('input', 'input');
    field.name = 'alt';
    field.maxLength = 1500;
    field.placeholder = t`Alt text`;
    field.ariaLabel = t`Alt text for ${file.name}`;
    field.value = this.descriptions.get(file) ?? '';
    field.addEventListener('input', () => this.descriptions.set(file, field.value));
    return field;
  }
}
