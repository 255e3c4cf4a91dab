import { Controller } from '@hotwired/stimulus';

/** Shows a live preview of a form, rendered by the preview's own address. Nothing is saved. */
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
    // After saving, Turbo morphs this page in place.
    document.addEventListener('turbo:render', this.later);
    // The user may have typed in the meantime.
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
    // Files are omitted, because uploading them for each preview would be too much. Pictures appear after
    // saving.
    for (const { name } of form.querySelectorAll<HTMLInputElement>('input[type=file]')) typed.delete(name);
    this.asking.abort();
    this.asking = new AbortController();
    // Ignores network errors. The next input retries.
    const answer = await fetch(formAction, {
      method: 'POST',
      body: typed,
      signal: this.asking.signal,
    }).catch(() => undefined);
    if (answer && !answer.redirected) this.put(await answer.text());
  }

  /** Uses a new frame for each preview, which avoids history entries and blank moments. */
  private put(text: string): void {
    // The frame inherits this page's content security policy, so it needs this page's nonce.
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
