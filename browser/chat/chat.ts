import { Controller } from '@hotwired/stimulus';
import { visit } from '@hotwired/turbo';
import { announceTyping, awaitDraft } from './announce-typing.ts';
import { groupMessages } from './arrange.ts';
import { attachFiles } from './attach-files.ts';
import { hideCoveredDays } from './day-separators.ts';
import { fetchPart, submitAction, type MessageEvent } from './fetch-part.ts';
import { sendForm } from './send-form.ts';
import { recordVoice, stopRecording, type Voice } from './record-voice.ts';
import { showAttachments } from './show-chosen.ts';
import { preserveScroll, near } from './hold-place.ts';
import { raiseTicks } from './raise-ticks.ts';
import { showQuoted } from './show-quoted.ts';
import { showTyping, type Typing } from './show-typing.ts';

/**
 * An open conversation: sends messages without leaving the page, and shows new ones. New messages are fetched
 * starting after the last one shown.
 */
export class Chat extends Controller<HTMLElement> {
  static override targets = [
    ...['scroll', 'list', 'older', 'typing', 'newest', 'form', 'text', 'files', 'chosen'],
    ...['reply', 'replyText', 'replyTo', 'newer'],
  ];
  static override values = { id: String, newer: Boolean, other: String };
  declare readonly scrollTarget: HTMLElement;
  declare readonly listTarget: HTMLElement;
  declare readonly hasOlderTarget: boolean;
  declare readonly olderTarget: HTMLElement;
  declare readonly typingTarget: HTMLElement;
  declare readonly newestTarget: HTMLButtonElement;
  declare readonly hasFormTarget: boolean;
  declare readonly formTarget: HTMLFormElement;
  declare readonly textTarget: HTMLTextAreaElement;
  declare readonly filesTarget: HTMLInputElement;
  declare readonly chosenTarget: HTMLElement;
  declare readonly replyTarget: HTMLElement;
  declare readonly replyTextTarget: HTMLElement;
  declare readonly replyToTarget: HTMLInputElement;
  declare readonly idValue: string;
  declare newerValue: boolean;
  declare readonly hasNewerTarget: boolean;
  declare readonly newerTarget: HTMLElement;
  declare readonly otherValue: string;
  private readonly ended = new AbortController();
  private readonly notes = announceTyping(
    () => this.idValue,
    () => this.textTarget.value,
  );
  private stopTyping: (account: string) => void = () => undefined;
  private isFetching = false;
  private isDue = false;
  private isOlderComing = false;
  private isNewerComing = false;

  override connect(): void {
    const { signal } = this.ended;
    const on = (name: string, listener: (event: CustomEvent) => void) =>
      document.addEventListener(name, listener as EventListener, { signal });
    on('live:message', ({ detail }) => {
      const { conversation, id, isNew } = detail as MessageEvent;
      if (conversation === this.idValue) void (isNew ? this.fetchNew() : this.replace(id));
    });
    on('live:seen', ({ detail }) => {
      if ((detail as { conversation: string }).conversation === this.idValue) void this.refreshLast();
    });
    const typing = showTyping(this.typingTarget);
    this.stopTyping = (account) => typing({ account, name: '', isTyping: false });
    on('live:typing', ({ detail }) => {
      const each = detail as Typing & { conversation: string };
      if (each.conversation === this.idValue) typing(each);
    });
    on('live:presence', ({ detail }) => {
      const { account, isOnline } = detail as { account: string; isOnline: boolean };
      if (isOnline && account === this.otherValue) void this.refreshLast();
    });
    on('live:refresh', () => void this.fetchNew());
    on('turbo:before-fetch-request', awaitDraft);
    addEventListener('pagehide', () => this.notes.save(true), { signal });
    this.element.addEventListener('focusout', () => this.notes.save(), { signal });
    document.addEventListener('visibilitychange', () => void this.fetchNew(), { signal });
    addEventListener('online', () => void this.fetchNew(), { signal });
    this.element.addEventListener('submit', this.onSubmit, { signal });
    this.element.addEventListener('keydown', this.onKey, { signal });
    this.element.addEventListener('input', this.onInput, { signal });
    this.element.addEventListener('click', this.onClick, { signal });
    if (this.hasFormTarget)
      attachFiles(this.element, this.filesTarget, { signal, onChange: () => this.choose() });
    this.scrollTarget.addEventListener('scroll', this.onScroll, { signal, passive: true });
    groupMessages(this.listTarget);
    if (location.hash) document.querySelector(location.hash)?.scrollIntoView({ block: 'center' });
    // The stream connects before this script, so messages may have arrived since the page was rendered.
    void this.fetchNew();
  }

  override disconnect(): void {
    this.ended.abort();
    stopRecording();
    this.notes.save();
  }

  jump(): void {
    if (this.newerValue) location.assign(`/messages/${this.idValue}`);
    else this.scrollTarget.scrollTo({ top: 0 });
  }

  choose(): void {
    showAttachments(this.chosenTarget, [...(this.filesTarget.files ?? [])]);
  }

  cancelReply(event?: Event): void {
    if (!this.hasFormTarget) return;
    event?.preventDefault();
    this.replyToTarget.value = '';
    this.replyTarget.hidden = true;
  }

  async record(): Promise<void> {
    const voice = await recordVoice(this.formTarget);
    if (voice && this.element.isConnected) this.send(voice);
  }

  private readonly onSubmit = (event: Event): void => {
    const form = event.target as HTMLFormElement;
    if (this.hasFormTarget && form === this.formTarget) {
      event.preventDefault();
      event.stopPropagation();
      if (!stopRecording()) this.send();
    } else if (form.dataset.act !== undefined) {
      event.preventDefault();
      event.stopPropagation();
      void this.act(form, (event as SubmitEvent).submitter);
    }
  };

  private send(voice?: Voice): void {
    const text = this.textTarget.value.trim();
    const files = voice ? [] : [...(this.filesTarget.files ?? [])];
    if (text === '' && files.length === 0 && !voice) return;
    sendForm({
      form: this.formTarget,
      list: this.listTarget,
      text: voice ? '' : text,
      files,
      voice,
      replyTo: this.replyToTarget.value,
      onSent: () => void this.fetchNew(),
    });
    if (!voice) this.textTarget.value = '';
    this.filesTarget.value = '';
    this.choose();
    this.cancelReply();
    this.notes.sent();
    this.jump();
    this.textTarget.focus();
  }

  private async act(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    const id = await submitAction(form, submitter);
    if (id) await this.replace(id);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && this.hasFormTarget && !this.replyTarget.hidden) this.cancelReply(event);
    if (!this.hasFormTarget || event.target !== this.textTarget) return;
    const isTouch = matchMedia('(pointer: coarse)').matches;
    if (event.key === 'Enter' && !event.shiftKey && !isTouch) {
      event.preventDefault();
      this.send();
    } else if (event.key === 'ArrowUp' && this.textTarget.value === '') {
      const last = [...this.listTarget.querySelectorAll<HTMLElement>('.mine [data-entries~="edit"]')].at(-1);
      const id = last?.closest<HTMLElement>('.message')?.dataset.id;
      if (id !== undefined) visit(`/messages/${this.idValue}?edit=${id}`);
    }
  };

  private readonly onInput = (event: Event): void => {
    if (!this.hasFormTarget || event.target !== this.textTarget) return;
    this.notes.typed();
  };

  /** Starts a reply without losing the scroll position. */
  private readonly onClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href*="?reply="]');
    const answered = link && new URL(link.href).searchParams.get('reply');
    const message = answered ? document.getElementById(`message-${answered}`) : null;
    if (!link || !message || !this.hasFormTarget) return;
    event.preventDefault();
    this.replyToTarget.value = message.dataset.id ?? '';
    showQuoted(this.replyTextTarget, message);
    this.replyTarget.hidden = false;
    this.textTarget.focus();
  };

  private readonly onScroll = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = this.scrollTarget;
    // The scroll container is reversed: 0 is the bottom, and older messages have negative offsets.
    this.newestTarget.hidden = -scrollTop < near && !this.newerValue;
    hideCoveredDays(this.listTarget);
    if (scrollHeight - clientHeight + scrollTop < 400) void this.fetchOlder();
    if (this.newerValue && -scrollTop < 400) void this.fetchNewer();
  };

  /** One request at a time. Messages that arrive in the meantime are fetched by the next one. */
  private async fetchNew(): Promise<void> {
    if (this.newerValue) this.onScroll();
    this.isDue = !this.newerValue;
    if (this.isFetching || this.newerValue) return;
    this.isFetching = true;
    while (this.isDue && this.element.isConnected) {
      this.isDue = false;
      const part = await fetchPart(this.idValue, {
        after: this.lastId(),
        seen: document.hidden ? 'no' : 'yes',
      });
      if (part?.querySelector('[data-more]')) this.isDue = true;
      if (part?.querySelector('[data-id]')) this.append(part);
    }
    this.isFetching = false;
  }

  private append(part: DocumentFragment): void {
    preserveScroll(this.scrollTarget, this.listTarget, !this.newerValue, () => this.insert(part));
    // A reply implies that the earlier messages were read.
    if (!this.listTarget.querySelector('.mine:last-child')) void this.refreshLast();
  }

  private insert(part: DocumentFragment): void {
    for (const message of part.querySelectorAll<HTMLElement>('[data-id]')) {
      const { id = '', client = '', author = '' } = message.dataset;
      if (this.listTarget.querySelector(`[data-id="${CSS.escape(id)}"]`)) continue;
      // The sent message replaces its pending version.
      if (client) this.listTarget.querySelector(`[data-pending="${CSS.escape(client)}"]`)?.remove();
      this.stopTyping(author);
      const [pending] = this.listTarget.querySelectorAll('[data-pending]');
      this.listTarget.insertBefore(message, pending ?? null);
    }
    this.element.querySelector('.chat-scroll .chat-empty')?.remove();
    if (this.hasNewerTarget && !part.querySelector('[data-more]')) this.newerTarget.remove();
    groupMessages(this.listTarget);
  }

  private async replace(id: string): Promise<void> {
    const present = this.listTarget.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (!present) return;
    const part = await fetchPart(this.idValue, { only: id });
    const next = part?.querySelector('[data-id]');
    preserveScroll(this.scrollTarget, this.listTarget, !this.newerValue, () => {
      if (next) present.replaceWith(next);
      else if (part) present.remove();
      groupMessages(this.listTarget);
    });
  }

  /** Updates the viewer's last message, which may have been seen. */
  private async refreshLast(): Promise<void> {
    const last = [...this.listTarget.querySelectorAll<HTMLElement>('.message.mine[data-id]')].at(-1);
    if (!last) return;
    await this.replace(last.dataset.id ?? '');
    raiseTicks(this.listTarget);
  }

  /** Fetches the messages after those shown, until the newest is shown. */
  private async fetchNewer(): Promise<void> {
    if (this.isNewerComing) return;
    this.isNewerComing = true;
    const part = await fetchPart(this.idValue, { after: this.lastId() });
    if (part) {
      const isNewest = !part.querySelector('[data-more]');
      this.append(part);
      this.newerValue = !isNewest;
      if (isNewest) void this.fetchNew();
    }
    this.isNewerComing = false;
    // The reader may have scrolled in the meantime.
    if (part) this.onScroll();
  }

  private lastId(): string {
    return [...this.listTarget.querySelectorAll<HTMLElement>('[data-id]')].at(-1)?.dataset.id ?? '0';
  }

  private async fetchOlder(): Promise<void> {
    const first = this.listTarget.querySelector<HTMLElement>('[data-id]');
    if (this.isOlderComing || !this.hasOlderTarget || !first) return;
    this.isOlderComing = true;
    const part = await fetchPart(this.idValue, { before: first.dataset.id ?? '' });
    if (part) {
      if (!part.querySelector('[data-more]')) this.olderTarget.closest('p')?.remove();
      preserveScroll(this.scrollTarget, this.listTarget, false, () => {
        this.listTarget.prepend(...part.querySelectorAll('[data-id]'));
        groupMessages(this.listTarget);
      });
    }
    this.isOlderComing = false;
    if (part) this.onScroll();
  }
}
