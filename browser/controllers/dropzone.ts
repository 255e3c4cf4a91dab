import { t } from '../translate.ts';
import { Controller } from '@hotwired/stimulus';
import { element } from '../behaviors/dialogs.ts';
import { loadStyles } from '../on-demand/load-styles.ts';

/**
 * Accepts dropped and pasted files, and shows the chosen pictures with a button to remove each. Several are ordered by
 * dragging or with the arrow keys, and described one at a time.
 */
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
  /** The picture that is being described. */
  private described: File | undefined;

  override connect(): void {
    // Files may have been chosen before this controller loaded.
    if (this.hasInputTarget && this.inputTarget.files?.length) this.show();
  }

  over(event: DragEvent): void {
    // A post of a thread is a zone within that of the form.
    if (event.defaultPrevented || !this.hasInputTarget || !event.dataTransfer?.types.includes('Files'))
      return;
    event.preventDefault();
    this.element.classList.add('is-over');
  }

  leave(): void {
    this.element.classList.remove('is-over');
  }

  drop(event: DragEvent): void {
    this.leave();
    if (!event.defaultPrevented && this.take(event.dataTransfer)) event.preventDefault();
  }

  paste(event: ClipboardEvent): void {
    if (!event.defaultPrevented && this.take(event.clipboardData)) event.preventDefault();
  }

  show(): void {
    const video = this.hasVideoTarget ? this.named(this.videoTarget) : [];
    const others = this.hasFilesTarget ? this.named(this.filesTarget) : [];
    const pictures = this.pictures;
    if (this.describeValue) void loadStyles('composer-dialog');
    if (!this.described || !pictures.includes(this.described)) this.described = pictures[0];
    this.previewsTarget.replaceChildren(
      ...pictures.map((file, index) => this.preview(file, index, pictures.length)),
      ...video,
      ...others,
      ...(this.describeValue && this.described ? [this.description(this.described)] : []),
    );
  }

  private get pictures(): File[] {
    return this.hasInputTarget ? [...(this.inputTarget.files ?? [])] : [];
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

  private preview(file: File, index: number, count: number): HTMLElement {
    const image = element('img', '');
    image.src = this.addressOf(file);
    image.alt = file.name;
    image.draggable = false;
    const remove = element('button', 'dropzone-remove', '×');
    remove.type = 'button';
    remove.ariaLabel = t`Remove ${file.name}`;
    remove.addEventListener('click', () => this.choose(this.pictures.filter((other) => other !== file)));
    const shown = this.describeValue ? this.handle(file, image, index, count) : image;
    const entry = element('li', '', shown, remove);
    // Most browsers do not show HEIC.
    image.addEventListener('error', () => {
      entry.classList.add('dropzone-video');
      image.replaceWith(file.name);
    });
    if (this.describeValue) {
      const alt = element('input', '');
      alt.type = 'hidden';
      alt.name = 'alt';
      alt.value = this.descriptions.get(file) ?? '';
      entry.append(alt);
    }
    return entry;
  }

  /** The picture as a button: pressed, it is described; dragged or with the arrow keys, it moves. */
  private handle(file: File, image: HTMLElement, index: number, count: number): HTMLElement {
    const button = element('button', 'dropzone-picture', image);
    button.type = 'button';
    button.ariaPressed = String(file === this.described);
    button.ariaLabel = t`Picture ${index + 1} of ${count}: ${file.name}`;
    if (count > 1) button.title = t`Drag, or use the arrow keys, to change the order`;
    if (this.descriptions.get(file)) button.dataset.described = '';
    button.addEventListener('click', () => {
      this.described = file;
      this.show();
      this.previewsTarget.querySelector<HTMLElement>('.dropzone-alt input')?.focus();
    });
    button.addEventListener('keydown', (event) => {
      const way = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }[event.key];
      if (way === undefined) return;
      event.preventDefault();
      const isMirrored = document.dir === 'rtl' && event.key.startsWith('Arrow');
      this.move(file, index + (isMirrored ? -way : way));
    });
    button.addEventListener('pointerdown', (event) => this.lift(event, button, file));
    return button;
  }

  /** Moves a picture and keeps the focus on it, so that its new place is announced. */
  private move(file: File, to: number): void {
    const others = this.pictures.filter((other) => other !== file);
    const place = Math.min(Math.max(to, 0), others.length);
    this.choose(others.toSpliced(place, 0, file));
    this.previewsTarget.querySelectorAll<HTMLElement>('.dropzone-picture')[place]?.focus();
  }

  private lift(event: PointerEvent, button: HTMLElement, file: File): void {
    if (event.button !== 0 || this.pictures.length < 2) return;
    const item = button.closest('li');
    button.setPointerCapture(event.pointerId);
    const start = { x: event.clientX, y: event.clientY };
    let place: number | undefined;
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (!item || Math.hypot(clientX - start.x, clientY - start.y) < 8) return;
      item.classList.add('is-lifted');
      item.style.translate = `${clientX - start.x}px ${clientY - start.y}px`;
      place = this.placeAt(clientX, clientY);
    };
    const drop = () => {
      button.removeEventListener('pointermove', move);
      button.removeEventListener('pointerup', drop);
      button.removeEventListener('pointercancel', drop);
      if (place === undefined) return;
      // The release is not a press.
      button.addEventListener('click', (click) => click.stopImmediatePropagation(), {
        capture: true,
        once: true,
      });
      setTimeout(() => this.move(file, place ?? 0));
    };
    button.addEventListener('pointermove', move);
    button.addEventListener('pointerup', drop);
    button.addEventListener('pointercancel', drop);
  }

  /** The place of the picture whose center is nearest to a point. */
  private placeAt(x: number, y: number): number {
    const distances = [...this.previewsTarget.querySelectorAll('li:has(.dropzone-picture)')].map((item) => {
      const box = item.getBoundingClientRect();
      const isLifted = item.classList.contains('is-lifted');
      return isLifted ? Infinity : Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
    });
    return distances.indexOf(Math.min(...distances));
  }

  private readonly addresses = new Map<File, string>();

  private addressOf(file: File): string {
    const known = this.addresses.get(file) ?? URL.createObjectURL(file);
    this.addresses.set(file, known);
    return known;
  }

  override disconnect(): void {
    for (const address of this.addresses.values()) URL.revokeObjectURL(address);
    this.addresses.clear();
  }

  private description(file: File): HTMLElement {
    const field = element('input', 'input');
    field.maxLength = 1500;
    field.placeholder = t`Alt text`;
    field.ariaLabel = t`Alt text for ${file.name}`;
    field.value = this.descriptions.get(file) ?? '';
    field.addEventListener('input', () => {
      this.descriptions.set(file, field.value);
      const index = this.pictures.indexOf(file);
      const all = this.previewsTarget.querySelectorAll<HTMLInputElement>('input[name="alt"]');
      const [alt, button] = [all[index], all[index]?.closest('li')?.querySelector('button')];
      if (alt) alt.value = field.value;
      button?.toggleAttribute('data-described', field.value !== '');
    });
    return element('li', 'dropzone-alt', field);
  }
}
