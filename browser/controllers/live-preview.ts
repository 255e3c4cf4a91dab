import { Controller } from '@hotwired/stimulus';

/** Shows what a form makes while it is typed: asks the preview's own address for it, and keeps nothing. */
export class LivePreview extends Controller<HTMLElement> {
  static override targets = ['button', 'window'];
  declare readonly buttonTarget: HTMLButtonElement;
  declare readonly windowTarget: HTMLElement;
  private timer = 0;
  private asking = new AbortController();

  override connect(): void {
    this.buttonTarget.hidden = true;
    this.element.addEventListener('input', this.later);
    this.element.addEventListener('change', this.later);
    // After saving, the page is this one, changed in place.
    document.addEventListener('turbo:render', this.later);
    // Something may have been typed while this was on its way.
    this.later();
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
    this.asking.abort();
    this.element.removeEventListener('input', this.later);
    this.element.removeEventListener('change', this.later);
    document.removeEventListener('turbo:render', this.later);
  }

  private readonly later = (): void => {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.show(), 350);
  };

  private async show(): Promise<void> {
    const { form, formAction } = this.buttonTarget;
    if (!form) return;
    this.buttonTarget.hidden = true;
    const typed = new FormData(form);
    // Pictures are shown once they are kept: to send them each time something is typed would be too much.
    for (const { name } of form.querySelectorAll<HTMLInputElement>('input[type=file]')) typed.delete(name);
    this.asking.abort();
    this.asking = new AbortController();
    // Being offline for a while is no reason to stop: the next letter asks again.
    const answer = await fetch(formAction, {
      method: 'POST',
      body: typed,
      signal: this.asking.signal,
    }).catch(() => undefined);
    if (answer && !answer.redirected) this.put(await answer.text());
  }

  /** Into a new frame each time, which leaves no step in the history, and no blank moment. */
  private put(text: string): void {
    // The frame has this page's content policy, and so this page's nonce.
    const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
    const next = document.createElement('iframe');
    next.name = 'preview';
    next.title = this.windowTarget.querySelector('iframe')?.title ?? '';
    next.setAttribute('sandbox', 'allow-same-origin');
    next.srcdoc = text.replace(/(<style nonce=")[^"]*/, `$1${nonce}`);
    next.addEventListener('load', () => {
      for (const frame of this.windowTarget.querySelectorAll('iframe')) if (frame !== next) frame.remove();
    });
    this.windowTarget.append(next);
  }
}
