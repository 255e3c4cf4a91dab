import { Controller } from '@hotwired/stimulus';
import { visit } from '@hotwired/turbo';

interface Line {
  category?: string;
  score?: number | null;
  grade?: string;
  location?: string;
  error?: string;
}

/**
 * Shows an audit category by category while it runs, then its report. Without this controller, the form waits
 * for the report.
 */
export class Audit extends Controller<HTMLFormElement> {
  static override targets = ['progress'];
  static override values = { stream: String };
  declare readonly progressTarget: HTMLElement;
  declare readonly streamValue: string;

  override connect(): void {
    this.element.addEventListener('submit', this.start);
  }

  override disconnect(): void {
    this.element.removeEventListener('submit', this.start);
  }

  private readonly start = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.run();
  };

  private async run(): Promise<void> {
    const button = this.element.querySelector('button');
    const url = new FormData(this.element).get('url');
    if (button) button.disabled = true;
    for (const step of this.progressTarget.querySelectorAll('[data-done]')) step.removeAttribute('data-done');
    this.progressTarget.hidden = false;
    try {
      const body = new URLSearchParams({ url: typeof url === 'string' ? url : '' });
      const answer = await fetch(this.streamValue, { method: 'POST', body });
      if (!answer.ok || !answer.body) throw new Error('refused');
      await this.read(answer.body);
    } catch {
      // The page returned by the form shows the error.
      this.element.submit();
    }
  }

  private async read(stream: ReadableStream<Uint8Array>): Promise<void> {
    const reader = stream.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.show(JSON.parse(line) as Line);
    }
  }

  private show({ category, score, grade, location, error }: Line): void {
    if (location) visit(location);
    if (error) throw new Error(error);
    const step = category && this.progressTarget.querySelector(`[data-category="${category}"]`);
    if (!step) return;
    step.setAttribute('data-done', '');
    const text = step.querySelector('.audit-step-score');
    if (text) text.textContent = `${score ?? '–'} ${grade ?? ''}`;
    const bar = this.progressTarget.querySelector('progress');
    if (bar) bar.value += 1;
  }
}
