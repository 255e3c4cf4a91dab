import { t } from '../translate.ts';
import { element } from '../behaviors/dialogs.ts';

const pause = 600;

/** A preview of a Markdown text beside it, rendered by the server as readers see it. */
export class Preview {
  readonly element = element('div', 'markdown-preview');
  private readonly body = element('div', 'prose article-text');
  private timer = 0;
  private asking = new AbortController();

  constructor() {
    this.element.role = 'region';
    this.element.ariaLabel = t`Preview`;
    this.element.tabIndex = 0;
    this.element.append(this.body);
  }

  update(text: string): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(text), this.body.hasChildNodes() ? pause : 0);
  }

  remove(): void {
    window.clearTimeout(this.timer);
    this.asking.abort();
    this.element.remove();
    this.body.replaceChildren();
  }

  private async ask(text: string): Promise<void> {
    this.asking.abort();
    this.asking = new AbortController();
    if (text.trim() === '') {
      this.say(t`Nothing to preview.`);
      return;
    }
    const answer = await fetch('/apis/php/articles/preview', {
      method: 'POST',
      headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
      signal: this.asking.signal,
    }).catch((error: unknown) => {
      if (!(error instanceof DOMException)) this.say(t`Not available. The server cannot be reached.`);
    });
    if (!answer) return;
    const { data, message } = (await answer.json().catch(() => ({}))) as {
      data?: { text_html: string };
      message?: string;
    };
    if (!data) {
      this.say(message ?? '');
      return;
    }
    // The server has escaped everything that is not its own markup.
    const found = new DOMParser().parseFromString(data.text_html, 'text/html');
    this.body.replaceChildren(...found.body.childNodes);
  }

  private say(text: string): void {
    this.body.replaceChildren(element('p', 'hint', text));
  }
}
