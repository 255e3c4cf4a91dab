import { Controller } from '@hotwired/stimulus';

/** Shows what a form makes while it is typed, by sending it to the preview's own address into a frame. */
export class LivePreview extends Controller<HTMLElement> {
  static override targets = ['button', 'window'];
  declare readonly buttonTarget: HTMLButtonElement;
  declare readonly windowTarget: HTMLElement;
  private timer = 0;

  override connect(): void {
    this.buttonTarget.hidden = true;
    this.element.addEventListener('input', this.later);
    this.element.addEventListener('change', this.later);
  }

  override disconnect(): void {
    this.buttonTarget.hidden = false;
    window.clearTimeout(this.timer);
    this.element.removeEventListener('input', this.later);
    this.element.removeEventListener('change', this.later);
  }

  private readonly later = (): void => {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.show(), 350);
  };

  private show(): void {
    const { form } = this.buttonTarget;
    if (!form) return;
    const present = this.windowTarget.querySelector('iframe');
    // The first page of a new frame is no step of the history, so that Back still leads back from the form.
    const next = document.createElement('iframe');
    next.name = 'preview';
    next.title = present?.title ?? '';
    next.setAttribute('sandbox', 'allow-same-origin');
    present?.removeAttribute('name');
    this.windowTarget.append(next);
    next.addEventListener('load', () => {
      if (next.contentWindow?.location.href !== 'about:blank') present?.remove();
    });
    this.sendWithoutFiles(form);
  }

  /** Pictures are shown once they are kept: to send them each time something is typed would be too much. */
  private sendWithoutFiles(form: HTMLFormElement): void {
    const files = [...form.querySelectorAll<HTMLInputElement>('input[type=file]')];
    for (const input of files) input.disabled = true;
    this.buttonTarget.hidden = false;
    form.requestSubmit(this.buttonTarget);
    this.buttonTarget.hidden = true;
    for (const input of files) input.disabled = false;
  }
}
