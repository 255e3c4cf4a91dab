import { t } from '../translate.ts';
import { Controller } from '@hotwired/stimulus';

interface SavedText {
  data?: { draft_id: string; saved: string };
  message?: string;
}

const pause = 2500;

/**
 * Saves the form as a draft shortly after the last keystroke. If another tab has changed the same draft,
 * nothing is overwritten. A message says so, and the user can continue in a separate draft.
 */
export class Autosave extends Controller<HTMLFormElement> {
  static override targets = ['state', 'id', 'base', 'apart'];
  static override values = { url: String };
  declare readonly stateTarget: HTMLElement;
  declare readonly idTarget: HTMLInputElement;
  declare readonly baseTarget: HTMLInputElement;
  declare readonly apartTarget: HTMLButtonElement;
  declare readonly urlValue: string;
  private timer = 0;
  private isSaving = false;
  private isAhead = false;

  override connect(): void {
    this.element.addEventListener('input', this.later);
    this.element.addEventListener('submit', this.stop);
    window.addEventListener('beforeunload', this.warn);
    // This controller loads when the user starts to write. Text entered before that is saved too.
    const fields = this.element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'textarea, input:is([type=text], :not([type]))',
    );
    if ([...fields].some(({ value, defaultValue }) => value !== defaultValue)) this.later();
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
    window.removeEventListener('beforeunload', this.warn);
  }

  /** Continues in a separate draft. */
  apart(): void {
    this.idTarget.value = this.baseTarget.value = '';
    this.apartTarget.hidden = true;
    void this.save(true);
  }

  private readonly later = (): void => {
    this.isAhead = true;
    window.clearTimeout(this.timer);
    if (this.apartTarget.hidden) this.timer = window.setTimeout(() => void this.save(), pause);
  };

  private readonly stop = (event: SubmitEvent): void => {
    // A preview does not end the editing.
    if (event.submitter?.dataset.turboFrame) return;
    window.clearTimeout(this.timer);
    this.isAhead = false;
  };

  private readonly warn = (event: BeforeUnloadEvent): void => {
    if (this.isAhead) event.preventDefault();
  };

  private async save(isApart = false): Promise<void> {
    // One save at a time, because each is based on the previous one.
    if (this.isSaving) {
      this.later();
      return;
    }
    this.isSaving = true;
    this.isAhead = false;
    const typed = [...new FormData(this.element)].filter(([, value]) => typeof value === 'string');
    const content = Object.fromEntries(typed) as Record<string, string>;
    if (isApart) delete content.post_id;
    const answer = await fetch(this.urlValue, {
      method: 'POST',
      body: JSON.stringify(content),
      headers: { 'X-Requested-With': 'XMLHttpRequest', 'Content-Type': 'application/json' },
    }).catch(() => undefined);
    const { data, message } = ((await answer?.json().catch(() => undefined)) ?? {}) as SavedText;
    this.isSaving = false;
    if (answer?.ok && data) {
      this.idTarget.value = data.draft_id;
      this.baseTarget.value = data.saved;
      const time = new Date(data.saved).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
      this.say(t`Draft saved ${time}`);
      return;
    }
    this.isAhead = true;
    this.apartTarget.hidden = answer?.status !== 409;
    this.say(message ?? t`Not saved. The server cannot be reached.`, true);
    // Retries automatically after network and server errors.
    if (!answer || answer.status >= 500) this.timer = window.setTimeout(() => void this.save(), pause * 4);
  }

  private say(text: string, isWrong = false): void {
    this.stateTarget.textContent = text;
    this.stateTarget.toggleAttribute('data-wrong', isWrong);
  }
}
