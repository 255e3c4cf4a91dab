import { t } from '../translate.ts';
import { Controller, type ActionEvent } from '@hotwired/stimulus';
import { loadStyles } from '../on-demand/load-styles.ts';
import type { RichText } from '../rich-text/editor.ts';
import { showCount } from './count.ts';
import { replace, signOf, writeMark } from './marks.ts';
import { Preview } from './preview.ts';
import { RichTools } from './rich-tools.ts';
import { enterToolbar, walkToolbar } from './toolbar.ts';
import { isPicture, uploadPicture } from './upload-picture.ts';

const stored = 'writes-markdown';
/** The text area has the current Markdown at most this long after a key. */
const pause = 200;

/**
 * A text of Markdown that people write as they will read it. The text area always has the Markdown, which is what is
 * sent, and is shown on request, before the editor has loaded, and for texts that the editor would change.
 */
export class Markdown extends Controller<HTMLElement> {
  static override targets = ['text', 'state', 'count', 'sign', 'mode', 'preview'];
  declare readonly textTarget: HTMLTextAreaElement;
  declare readonly stateTarget: HTMLElement;
  declare readonly countTarget: HTMLElement;
  declare readonly hasCountTarget: boolean;
  declare readonly signTargets: HTMLElement[];
  declare readonly modeTarget: HTMLElement;
  declare readonly previewTarget: HTMLElement;
  private rich: RichText | undefined;
  private tools: RichTools | undefined;
  private readonly preview = new Preview();
  private timer = 0;
  private isOwnChange = false;

  override connect(): void {
    // A page from Turbo's cache has the elements of an earlier visit.
    for (const old of this.element.querySelectorAll('.rich-text, .rich-text-tools, .markdown-preview'))
      old.remove();
    this.textTarget.hidden = false;
    this.textTarget.addEventListener('input', this.follow);
    this.element.closest('form')?.addEventListener('submit', this.flush, true);
    // The caret stays in the text, and the keyboard of a phone open, while buttons are pressed.
    this.element.addEventListener('mousedown', this.holdFocus);
    void loadStyles('rich-text');
    this.showCount();
    if (localStorage.getItem(stored) === null) void this.open();
  }

  override disconnect(): void {
    this.textTarget.removeEventListener('input', this.follow);
    this.element.removeEventListener('mousedown', this.holdFocus);
    this.element.closest('form')?.removeEventListener('submit', this.flush, true);
    this.close();
    this.preview.remove();
  }

  enter = enterToolbar;
  walk = walkToolbar;

  put({ params }: ActionEvent): void {
    const sign = String(params.sign);
    if (!this.rich) writeMark(this.textTarget, sign);
    else if (sign === 'link') this.tools?.askForLink();
    else this.rich.run(sign);
  }

  press(event: KeyboardEvent): void {
    const sign = signOf(event);
    if (sign === undefined || this.rich) return;
    event.preventDefault();
    writeMark(this.textTarget, sign);
  }

  /** Pictures that are pasted or dropped into the text area. */
  paste(event: ClipboardEvent | DragEvent): void {
    if (this.rich) return;
    const source = event instanceof DragEvent ? event.dataTransfer : event.clipboardData;
    const pictures = [...(source?.files ?? [])].filter(isPicture);
    if (pictures.length === 0) return;
    event.preventDefault();
    void this.insertPictures(pictures);
  }

  upload({ target }: Event): void {
    if (!(target instanceof HTMLInputElement)) return;
    void this.insertPictures([...(target.files ?? [])]);
    target.value = '';
  }

  /** Changes between rich text and Markdown. The choice is remembered in this browser. */
  async switch(): Promise<void> {
    if (this.rich) {
      this.close();
      localStorage.setItem(stored, '');
      this.textTarget.focus();
      return;
    }
    localStorage.removeItem(stored);
    const rich = await this.open();
    rich?.focus();
  }

  togglePreview(): void {
    const isShown = this.preview.element.isConnected;
    this.previewTarget.ariaPressed = String(!isShown);
    this.element.toggleAttribute('data-preview', !isShown);
    if (isShown) this.preview.remove();
    else {
      this.textTarget.parentElement?.append(this.preview.element);
      this.preview.update(this.textTarget.value);
    }
  }

  private async open(): Promise<RichText | undefined> {
    // Without the editor, the text area stays.
    const [module] = await Promise.all([import('rich-text'), loadStyles('rich-text')]).catch(() => [
      undefined,
    ]);
    const area = this.textTarget;
    if (!module || !area.isConnected || this.rich) return undefined;
    const hasFocus = document.activeElement === area;
    const rich = module.openRichText({
      text: area.value,
      attributes: this.attributes(),
      changed: () => this.later(),
      moved: () => this.showState(),
      link: () => this.tools?.askForLink(),
      pictures: this.element.querySelector('input[type=file]')
        ? (files) => void this.insertPictures(files)
        : undefined,
    });
    if (!rich) {
      this.stateTarget.textContent = t`This text has marks that only Markdown can show.`;
      return undefined;
    }
    this.stateTarget.textContent = '';
    this.rich = rich;
    this.tools = new RichTools(rich);
    rich.element.className = 'rich-text';
    rich.element.addEventListener('focusout', this.flush);
    rich.element.style.minBlockSize = `${area.offsetHeight}px`;
    area.hidden = true;
    area.before(this.tools.element, rich.element);
    this.labelled(true);
    if (hasFocus) rich.focusAtEnd();
    this.showState();
    return rich;
  }

  private close(): void {
    if (!this.rich) return;
    this.flush();
    this.rich.destroy();
    this.rich.element.remove();
    this.tools?.element.remove();
    this.rich = this.tools = undefined;
    this.textTarget.hidden = false;
    this.labelled(false);
    this.showState();
  }

  private attributes(): Record<string, string> {
    const area = this.textTarget;
    const copied = ['aria-describedby', 'aria-invalid'].flatMap((name) => {
      const value = area.getAttribute(name);
      return value === null ? [] : [[name, value] as const];
    });
    return {
      class: 'input prose article-text',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${area.id}-label`,
      'data-controller': 'complete',
      dir: 'auto',
      ...Object.fromEntries(copied),
    };
  }

  /** The label belongs to what is shown. */
  private labelled(isRich: boolean): void {
    const label = this.element.parentElement?.querySelector<HTMLLabelElement>('.field-label');
    if (!label) return;
    label.id = `${this.textTarget.id}-label`;
    label.htmlFor = isRich ? '' : this.textTarget.id;
    label.onclick = isRich ? () => this.rich?.focus() : null;
  }

  private readonly holdFocus = (event: MouseEvent): void => {
    if (this.rich && event.target instanceof Element && event.target.closest('button'))
      event.preventDefault();
  };

  private later(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(this.flush, pause);
  }

  /** Writes the Markdown into the text area, as if it had been typed there. */
  private readonly flush = (): void => {
    if (!this.rich || this.timer === 0) return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.textTarget.value = this.rich.toMarkdown();
    this.isOwnChange = true;
    this.textTarget.dispatchEvent(new Event('input', { bubbles: true }));
    this.isOwnChange = false;
  };

  /** Loads what other scripts have put into the text area, such as an unsent text. */
  private readonly follow = (): void => {
    this.showCount();
    if (this.preview.element.isConnected) this.preview.update(this.textTarget.value);
    if (this.isOwnChange || !this.rich) return;
    if (!this.rich.load(this.textTarget.value)) this.close();
  };

  private showCount(): void {
    if (this.hasCountTarget) showCount(this.countTarget, this.textTarget.value, this.textTarget.maxLength);
  }

  private showState(): void {
    this.modeTarget.ariaPressed = String(!this.rich);
    for (const button of this.signTargets) {
      const { markdownSignParam: sign = '' } = button.dataset;
      if (this.rich && sign !== '') button.ariaPressed = String(this.rich.isActive(sign));
      else button.ariaPressed = null;
    }
    this.tools?.update();
  }

  private async insertPictures(pictures: readonly File[]): Promise<void> {
    for (const picture of pictures) {
      this.stateTarget.textContent = t`Uploading image`;
      try {
        const { address, alt } = await uploadPicture(picture);
        this.stateTarget.textContent = '';
        const { selectionStart: at } = this.textTarget;
        if (this.rich) this.rich.insertPicture(address, alt);
        else replace(this.textTarget, at, at, `\n![${alt}](${address})\n`);
      } catch (error) {
        this.stateTarget.textContent = error instanceof Error ? error.message : '';
        return;
      }
    }
  }
}
