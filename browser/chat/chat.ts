import { Controller } from '@hotwired/stimulus';
import { announceTyping, awaitDraft } from './announce-typing.ts';
import { groupMessages } from './arrange.ts';
import { attachFiles } from './attach-files.ts';
import { hideCoveredDays } from './day-separators.ts';
import { editMessages } from './edit-message.ts';
import { fetchPart, submitAction } from './fetch-part.ts';
import { followConversation } from './follow-conversation.ts';
import { pressMessageKey } from './message-keys.ts';
import { findMessage, insertMessages, isEditable, lastId, lastOwn, replaceMessage } from './message-list.ts';
import { resendUnsent, sendForm } from './send-form.ts';
import { recordVoice, stopRecording, type Voice } from './record-voice.ts';
import { showAttachments } from './show-chosen.ts';
import { preserveScroll, near } from './hold-place.ts';
import { raiseTicks } from './raise-ticks.ts';
import { showQuoted } from './show-quoted.ts';
import { showTyping } from './show-typing.ts';
import { swipeToReply } from './swipe-reply.ts';
import { markUnseen } from './unseen.ts';

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
  private readonly editor = editMessages(this.element, () => this.idValue, {
    onStart: () => this.notes.save(),
    onSaved: (id) => void this.replace(id),
  });
  private unseen?: ReturnType<typeof markUnseen>;
  private stopTyping?: (account: string) => void;
  private isFetching = false;
  private isDue = false;
  /** Somebody read the conversation while messages were fetched, which may say otherwise. */
  private isSeenDue = false;
  private isOlderComing = false;
  private isNewerComing = false;

  override connect(): void {
    const { signal } = this.ended;
    const typing = showTyping(this.typingTarget);
    this.stopTyping = (account) => typing({ account, name: '', isTyping: false });
    followConversation(this.idValue, signal, {
      message: ({ id, isNew }) => void (isNew ? this.fetchNew() : this.replace(id)),
      seen: () => void this.refreshLast(this.isFetching),
      typing,
      online: (account) => void (account === this.otherValue && this.refreshLast()),
      refresh: () => void this.fetchNew(),
    });
    document.addEventListener('turbo:before-fetch-request', awaitDraft as EventListener, { signal });
    addEventListener('pagehide', () => this.notes.save(true), { signal });
    this.element.addEventListener('focusout', () => this.notes.save(), { signal });
    document.addEventListener('visibilitychange', () => void this.fetchNew().then(this.onScroll), { signal });
    addEventListener('online', () => void this.fetchNew(), { signal });
    this.element.addEventListener('submit', this.onSubmit, { signal });
    this.element.addEventListener('keydown', this.onKey, { signal });
    this.element.addEventListener('input', this.onInput, { signal });
    this.element.addEventListener('click', this.onClick, { signal });
    if (this.hasFormTarget)
      attachFiles(this.element, this.filesTarget, { signal, onChange: () => this.choose() });
    this.scrollTarget.addEventListener('scroll', this.onScroll, { signal, passive: true });
    swipeToReply(this.listTarget, (message) => this.reply(message), signal);
    groupMessages(this.listTarget);
    this.unseen = markUnseen(this.scrollTarget, this.listTarget, this.newestTarget);
    if (location.hash) document.querySelector(location.hash)?.scrollIntoView({ block: 'center' });
    if (this.hasFormTarget) resendUnsent(this.sending());
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
    if (!this.hasFormTarget) return;
    showAttachments(this.chosenTarget, [...(this.filesTarget.files ?? [])]);
  }

  cancelReply(event?: Event): void {
    const isEdit = this.editor.cancel();
    if (isEdit || this.hasFormTarget) event?.preventDefault();
    if (isEdit || !this.hasFormTarget) return;
    this.replyToTarget.value = '';
    this.replyTarget.hidden = true;
  }

  async record(): Promise<void> {
    const voice = await recordVoice(this.formTarget);
    if (voice && this.element.isConnected) this.send(voice);
  }

  private readonly onSubmit = (event: Event): void => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event as SubmitEvent;
    if (this.hasFormTarget && form === this.formTarget) {
      if (!stopRecording()) this.send();
    } else if (form.dataset.act !== undefined)
      void submitAction(form, submitter).then((id) => this.replace(id ?? ''));
    else if (!form.matches('.chat-composer') || !this.editor.save()) return;
    event.preventDefault();
    event.stopPropagation();
  };

  private readonly sending = () => ({
    conversation: this.idValue,
    form: this.formTarget,
    list: this.listTarget,
    onSent: () => (this.newerValue ? this.jump() : void this.fetchNew()),
  });

  private send(voice?: Voice): void {
    const text = this.textTarget.value.trim();
    const files = voice ? [] : [...(this.filesTarget.files ?? [])];
    if (text === '' && files.length === 0 && !voice) return;
    sendForm(this.sending(), { text: voice ? '' : text, files, voice, replyTo: this.replyToTarget.value });
    if (!voice) this.textTarget.value = '';
    this.filesTarget.value = '';
    this.choose();
    this.cancelReply();
    this.notes.sent();
    this.unseen?.answered();
    if (!this.newerValue) this.jump();
    this.textTarget.focus();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts = {
      reply: (message: HTMLElement) => this.reply(message),
      edit: (message: HTMLElement) => this.edit(message),
    };
    if (!pressMessageKey(this.element, event, acts)) return;
    event.preventDefault();
    // These keys have other meanings on the page.
    event.stopPropagation();
  };

  private edit(message: HTMLElement): boolean {
    if (!isEditable(message)) return false;
    void this.editor.start(message.dataset.id ?? '');
    return true;
  }

  /** Starts a reply without losing the scroll position. */
  private reply(message: HTMLElement): boolean {
    this.editor.cancel();
    if (!this.hasFormTarget || !message.querySelector('.message-menu')) return false;
    this.replyToTarget.value = message.dataset.id ?? '';
    showQuoted(this.replyTextTarget, message);
    this.replyTarget.hidden = false;
    this.textTarget.focus();
    return true;
  }

  private readonly onInput = (event: Event): void => {
    if (!this.hasFormTarget || event.target !== this.textTarget) return;
    this.notes.typed();
  };

  /** Replies and edits without leaving the place in the conversation. */
  private readonly onClick = (event: MouseEvent): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>(
      'a[href*="?reply="], a[href*="?edit="]',
    );
    const [[act, id] = []] = link ? [...new URL(link.href).searchParams] : [];
    const message = id === undefined ? null : findMessage(this.listTarget, id);
    if (message && (act === 'reply' ? this.reply(message) : this.edit(message))) event.preventDefault();
  };

  private readonly onScroll = (): void => {
    const { scrollTop, scrollHeight, clientHeight } = this.scrollTarget;
    // The scroll container is reversed: 0 is the bottom, and older messages have negative offsets.
    const isAtNewest = -scrollTop < near && !this.newerValue;
    this.newestTarget.hidden = isAtNewest;
    if (isAtNewest && !document.hidden) this.unseen?.seen();
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
        after: lastId(this.listTarget),
        seen: document.hidden ? 'no' : 'yes',
      });
      if (part?.querySelector('[data-more]')) this.isDue = true;
      if (part?.querySelector('[data-id]')) this.append(part);
    }
    this.isFetching = false;
    if (this.isSeenDue) void this.refreshLast();
  }

  private append(part: DocumentFragment): void {
    const isAway = document.hidden || -this.scrollTarget.scrollTop >= near;
    preserveScroll(this.scrollTarget, this.listTarget, !this.newerValue, () => {
      const fresh = insertMessages(this.listTarget, part);
      for (const { dataset } of fresh) this.stopTyping?.(dataset.author ?? '');
      if (isAway && !this.newerValue) this.unseen?.arrived(fresh);
      this.element.querySelector('.chat-scroll .chat-empty')?.remove();
      if (this.hasNewerTarget && !part.querySelector('[data-more]')) this.newerTarget.remove();
      groupMessages(this.listTarget);
    });
    // A reply implies that the earlier messages were read.
    if (!this.listTarget.querySelector('.mine:last-child')) void this.refreshLast();
  }

  private async replace(id: string): Promise<void> {
    const present = findMessage(this.listTarget, id);
    if (!present) return;
    const part = await fetchPart(this.idValue, { only: id });
    if (!part) return;
    preserveScroll(this.scrollTarget, this.listTarget, !this.newerValue, () => {
      replaceMessage(present, part.querySelector<HTMLElement>('[data-id]'));
      groupMessages(this.listTarget);
    });
  }

  /** Updates the viewer's last message, which may have been seen. */
  private async refreshLast(isDueAgain = false): Promise<void> {
    this.isSeenDue = isDueAgain;
    await this.replace(lastOwn(this.listTarget)?.dataset.id ?? '');
    raiseTicks(this.listTarget);
  }

  /** Fetches the messages after those shown, until the newest is shown. */
  private async fetchNewer(): Promise<void> {
    if (this.isNewerComing) return;
    this.isNewerComing = true;
    const part = await fetchPart(this.idValue, { after: lastId(this.listTarget) });
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
