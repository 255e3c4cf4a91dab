import { Controller } from '@hotwired/stimulus';
import { t } from '../translate.ts';

/** Credentials that were entered once, by scheme, until the page is reloaded. Never stored. */
const entered = new Map<string, string>();

/** Characters of a response that are shown. */
const longest = 100_000;

/** Sends the request of an operation in the API reference and shows the response. */
export class Try extends Controller<HTMLElement> {
  static override targets = ['answer', 'key'];
  static override values = { method: String, path: String };
  declare readonly answerTarget: HTMLElement;
  declare readonly keyTarget: HTMLElement;
  declare readonly methodValue: string;
  declare readonly pathValue: string;

  override connect(): void {
    for (const field of this.fields('credential'))
      field.value ||= entered.get(field.dataset.scheme ?? '') ?? '';
  }

  /** Creates a key that works for an hour, and enters it in every form of the page. It is in no address and not stored. */
  async createKey(): Promise<void> {
    const answer = await fetch('/api-docs/key', { method: 'POST' }).catch(() => undefined);
    const isCreated = answer?.status === 200 && answer.headers.get('content-type')?.startsWith('text/plain');
    if (!isCreated) {
      this.keyTarget.textContent = t`The key could not be created. Reload the page and try again.`;
      return;
    }
    const key = await answer.text();
    const fields = document.querySelectorAll<HTMLInputElement>('[data-place=credential][data-prefix]');
    for (const field of fields) {
      field.value = key;
      entered.set(field.dataset.scheme ?? '', key);
    }
    this.keyTarget.textContent = t`The key is entered. This page forgets it when it is closed.`;
  }

  async send(): Promise<void> {
    const began = performance.now();
    this.answerTarget.textContent = t`Sending the request`;
    const body = this.element.querySelector('textarea')?.value;
    const response = await fetch(this.address(), {
      method: this.methodValue,
      headers: { ...this.headers(), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    }).catch(() => undefined);
    if (!response) {
      this.answerTarget.textContent = t`The service cannot be reached`;
      return;
    }
    const type = response.headers.get('content-type') ?? '';
    const isText = type === '' || /json|text|xml|javascript/.test(type);
    const text = isText ? readable(await response.text()) : type;
    const milliseconds = Math.round(performance.now() - began);
    this.show(`${response.status} ${response.statusText} · ${milliseconds} ms`, text);
  }

  private address(): string {
    const path = this.pathValue.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(this.fields('path').find((field) => field.name === name)?.value ?? ''),
    );
    const query = this.fields('query').filter(({ value }) => value !== '');
    const pairs = new URLSearchParams(query.map(({ name, value }) => [name, value]));
    return query.length > 0 ? `${path}?${pairs}` : path;
  }

  private headers(): Record<string, string> {
    const headers: Record<string, string> = { 'x-requested-with': 'XMLHttpRequest' };
    for (const { name, value } of this.fields('header')) if (value !== '') headers[name] = value;
    for (const { name, value, dataset } of this.fields('credential')) {
      entered.set(dataset.scheme ?? '', value);
      if (value !== '') headers[name] = `${dataset.prefix ?? ''}${value}`;
    }
    return headers;
  }

  private fields(place: string): HTMLInputElement[] {
    return [...this.element.querySelectorAll<HTMLInputElement>(`[data-place=${place}]`)];
  }

  private show(status: string, text: string): void {
    const line = document.createElement('p');
    line.textContent = status;
    const shown = document.createElement('pre');
    shown.tabIndex = 0;
    shown.dir = 'ltr';
    shown.textContent = text.slice(0, longest);
    this.answerTarget.replaceChildren(line, ...(text === '' ? [] : [shown]));
  }
}

/** Indents JSON. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
