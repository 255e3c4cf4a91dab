import { t } from '../translate.ts';
import { Controller } from '@hotwired/stimulus';

interface SavedText {
  data?: { draft_id: string; saved: string };
  message?: string;
}

const pause = 2500;

/**
 * Keeps what is being written as a draft, a moment after the last letter. When another tab has changed the same draft,
 * nothing is overwritten: it says so, and continues in a draft of its own once it is shown to.
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
    // This was fetched when somebody began to write: what they had written by then is kept too.
    const fields = this.element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'textarea, input:is([type=text], :not([type]))',
    );
    if ([...fields].some(({ value, defaultValue }) => value !== defaultValue)) this.later();
  }

  override disconnect(): void {
    window.clearTimeout(this.timer);
    window.removeEventListener('beforeunload', this.warn);
  }

  /** Continues in a draft of its own. */
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
    // A preview is not the end of writing.
    if (event.submitter?.dataset.turboFrame) return;
    window.clearTimeout(this.timer);
    this.isAhead = false;
  };

  private readonly warn = (event: BeforeUnloadEvent): void => {
    if (this.isAhead) event.preventDefault();
  };

  private async save(isApart = false): Promise<void> {
    // One after the other: each is based on what the one before has kept.
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
    this.say(message ?? t`Not saved: the server cannot be reached`, true);
    // What a connection keeps back is tried again by itself.
    if (!answer || answer.status >= 500) this.timer = window.setTimeout(() => void this.save(), pause * 4);
  }

  private say(text: string, isWrong = false): void {
    this.stateTarget.textContent = text;
    this.stateTarget.toggleAttribute('data-wrong', isWrong);
  }
}
